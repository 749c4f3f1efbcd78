// Costs of the board's operations, each over the same middlegame positions.
#include <benchmark/benchmark.h>

#include <array>
#include <string>
#include <vector>

#include "engine/board/attacks.h"
#include "engine/board/movegen.h"
#include "engine/board/perft.h"
#include "engine/board/position.h"

namespace notochord::board {
namespace {

constexpr std::array<const char*, 6> kFens = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"};

std::vector<Position> Positions() {
  std::vector<Position> positions;
  for (const char* fen : kFens) positions.push_back(*Position::Parse(fen));
  return positions;
}

void BM_MakeUnmake(benchmark::State& state) {
  std::vector<Position> positions = Positions();
  std::vector<MoveList> lists;
  for (const Position& position : positions) lists.push_back(LegalMoves(position));
  std::int64_t moves = 0;
  for ([[maybe_unused]] auto iteration : state) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      for (const Move move : lists[i]) {
        positions[i].Make(move);
        benchmark::DoNotOptimize(positions[i].key());
        positions[i].Unmake(move);
      }
      moves += static_cast<std::int64_t>(lists[i].size());
    }
  }
  state.SetItemsProcessed(moves);
}
BENCHMARK(BM_MakeUnmake);

template <GenerationKind Kind>
void BM_Generate(benchmark::State& state) {
  const std::vector<Position> positions = Positions();
  for ([[maybe_unused]] auto iteration : state) {
    for (const Position& position : positions) {
      MoveList list;
      Generate<Kind>(position, list);
      benchmark::DoNotOptimize(list.data());
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}
BENCHMARK_TEMPLATE(BM_Generate, GenerationKind::kAll);
BENCHMARK_TEMPLATE(BM_Generate, GenerationKind::kNoisy);
BENCHMARK_TEMPLATE(BM_Generate, GenerationKind::kQuiet);

void BM_CountLegalMoves(benchmark::State& state) {
  const std::vector<Position> positions = Positions();
  for ([[maybe_unused]] auto iteration : state) {
    for (const Position& position : positions) benchmark::DoNotOptimize(CountLegalMoves(position));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}
BENCHMARK(BM_CountLegalMoves);

// One look-up on every square.
template <PieceType Type>
void BM_Attacks(benchmark::State& state) {
  const std::vector<Position> positions = Positions();
  for ([[maybe_unused]] auto iteration : state) {
    for (const Position& position : positions) {
      const Bitboard occupied = position.Pieces();
      Bitboard sum = 0;
      for (Square s = Square::kA1; s != Square::kNone; ++s) sum ^= AttacksOf(Type, s, occupied);
      benchmark::DoNotOptimize(sum);
    }
  }
  state.SetItemsProcessed(state.iterations() * 64 * static_cast<std::int64_t>(positions.size()));
}
BENCHMARK_TEMPLATE(BM_Attacks, PieceType::kKnight);
BENCHMARK_TEMPLATE(BM_Attacks, PieceType::kBishop);
BENCHMARK_TEMPLATE(BM_Attacks, PieceType::kRook);
BENCHMARK_TEMPLATE(BM_Attacks, PieceType::kQueen);

void BM_IsSquareAttacked(benchmark::State& state) {
  const std::vector<Position> positions = Positions();
  for ([[maybe_unused]] auto iteration : state) {
    for (const Position& position : positions) {
      int attacked = 0;
      for (Square s = Square::kA1; s != Square::kNone; ++s) {
        attacked += position.IsSquareAttacked(s, Color::kBlack, position.Pieces()) ? 1 : 0;
      }
      benchmark::DoNotOptimize(attacked);
    }
  }
  state.SetItemsProcessed(state.iterations() * 64 * static_cast<std::int64_t>(positions.size()));
}
BENCHMARK(BM_IsSquareAttacked);

void BM_Parse(benchmark::State& state) {
  for ([[maybe_unused]] auto iteration : state) {
    for (const char* fen : kFens) benchmark::DoNotOptimize(Position::Parse(fen).ok());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kFens.size()));
}
BENCHMARK(BM_Parse);

void BM_Fen(benchmark::State& state) {
  const std::vector<Position> positions = Positions();
  for ([[maybe_unused]] auto iteration : state) {
    for (const Position& position : positions) benchmark::DoNotOptimize(position.Fen());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}
BENCHMARK(BM_Fen);

void BM_Perft(benchmark::State& state) {
  std::vector<Position> positions = Positions();
  std::uint64_t leaves = 0;
  for ([[maybe_unused]] auto iteration : state) {
    for (Position& position : positions) leaves += Perft(position, 3);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(leaves));
}
BENCHMARK(BM_Perft)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace notochord::board
