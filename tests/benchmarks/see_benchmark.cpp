// The time of one exchange. Targets: under 50 ns for a simple one, 200 ns for a complex one.
#include <benchmark/benchmark.h>

#include <vector>

#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/board/see.h"

namespace notochord::board {
namespace {

struct Case {
  const char* fen;
  Move move;
};

// Pawn takes pawn, pawn takes back.
const Case kSimple = {"4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", Move(Square::kE4, Square::kD5)};
// A pawn wins a knight that a bishop protects, in a full middlegame.
const Case kMiddlegame = {"r1bq1rk1/pp2bppp/2n1p3/3n4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 1",
                          Move(Square::kC4, Square::kD5)};
// Nine captures through three batteries.
const Case kComplex = {"3r3k/3r4/2n1n3/8/3p4/2PR4/1B1Q4/3R3K w - - 0 1",
                       Move(Square::kD3, Square::kD4)};

void BM_See(benchmark::State& state, const Case& c) {
  const Position position = *Position::Parse(c.fen);
  Move move = c.move;
  for (auto _ : state) {
    benchmark::DoNotOptimize(move);
    benchmark::DoNotOptimize(See(position, move));
  }
}
BENCHMARK_CAPTURE(BM_See, simple, kSimple);
BENCHMARK_CAPTURE(BM_See, middlegame, kMiddlegame);
BENCHMARK_CAPTURE(BM_See, complex, kComplex);

// At the highest threshold that the move reaches and one above: the hardest two.
void BM_SeeAtLeast(benchmark::State& state, const Case& c, int above) {
  const Position position = *Position::Parse(c.fen);
  Move move = c.move;
  int threshold = See(position, move) + above;
  for (auto _ : state) {
    benchmark::DoNotOptimize(move);
    benchmark::DoNotOptimize(threshold);
    benchmark::DoNotOptimize(SeeAtLeast(position, move, threshold));
  }
}
BENCHMARK_CAPTURE(BM_SeeAtLeast, simple_reached, kSimple, 0);
BENCHMARK_CAPTURE(BM_SeeAtLeast, simple_missed, kSimple, 1);
BENCHMARK_CAPTURE(BM_SeeAtLeast, middlegame_reached, kMiddlegame, 0);
BENCHMARK_CAPTURE(BM_SeeAtLeast, middlegame_missed, kMiddlegame, 1);
BENCHMARK_CAPTURE(BM_SeeAtLeast, complex_reached, kComplex, 0);
BENCHMARK_CAPTURE(BM_SeeAtLeast, complex_missed, kComplex, 1);

// What the search does: does this move lose nothing? All moves of positions from random games, so
// that neither branches nor caches know what comes.
void BM_SeeAtLeastZeroForEveryMove(benchmark::State& state) {
  std::vector<Position> positions;
  Rng rng(1);
  while (positions.size() < 200) {
    Position position;
    for (std::size_t ply = 10 + rng.Below(60); ply > 0 && HasLegalMove(position); --ply) {
      const MoveList moves = LegalMoves(position);
      position.Make(moves[rng.Below(moves.size())]);
    }
    positions.push_back(position);
  }
  std::int64_t calls = 0;
  for (auto _ : state) {
    for (const Position& position : positions) {
      for (const Move move : LegalMoves(position)) {
        benchmark::DoNotOptimize(SeeAtLeast(position, move, 0));
        ++calls;
      }
    }
  }
  state.SetItemsProcessed(calls);
}
BENCHMARK(BM_SeeAtLeastZeroForEveryMove);

}  // namespace
}  // namespace notochord::board
