// Costs of the evaluation's parts, over the positions of one game: a game's positions share pawn
// structures, as those of a search do.
#include <benchmark/benchmark.h>

#include <vector>

#include "engine/board/notation.h"
#include "engine/board/position.h"
#include "engine/eval/eval_context.h"
#include "engine/eval/evaluate.h"

namespace notochord::eval {
namespace {

using board::Position;

constexpr absl::string_view kGame[] = {
    "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7",
    "f1e1", "b7b5", "a4b3", "d7d6", "c2c3", "e8g8", "h2h3", "c6b8", "d2d4", "b8d7",
    "b1d2", "c8b7", "b3c2", "f8e8", "d2f1", "e7f8", "f1g3", "g7g6", "a2a4", "c7c5",
    "d4d5", "c5c4", "c1g5", "h7h6", "g5e3", "d7c5", "d1d2", "h6h5", "e3g5", "f8e7"};

std::vector<Position> GamePositions() {
  std::vector<Position> positions;
  Position position;
  for (const absl::string_view move : kGame) {
    position.Make(*board::ParseUciMove(position, move));
    positions.push_back(position);
  }
  return positions;
}

template <typename F>
void OverGame(benchmark::State& state, const F& f) {
  const std::vector<Position> positions = GamePositions();
  for ([[maybe_unused]] auto iteration : state) {
    for (const Position& position : positions) f(position);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(positions.size()));
}

void BM_FillContext(benchmark::State& state) {
  EvalContext context;
  OverGame(state, [&](const Position& position) {
    FillContext(position, context);
    benchmark::DoNotOptimize(context);
  });
}
BENCHMARK(BM_FillContext);

void BM_FillEnemyAttacks(benchmark::State& state) {
  EvalContext context;
  OverGame(state, [&](const Position& position) {
    FillEnemyAttacks(position, context);
    benchmark::DoNotOptimize(context);
  });
}
BENCHMARK(BM_FillEnemyAttacks);

void BM_EvaluateWarm(benchmark::State& state) {
  Evaluator evaluator;
  OverGame(state, [&](const Position& position) {
    benchmark::DoNotOptimize(evaluator.Evaluate(position));
  });
}
BENCHMARK(BM_EvaluateWarm);

// Without the pawn cache: every structure is analysed anew.
void BM_AnalyzePawns(benchmark::State& state) {
  OverGame(state,
           [](const Position& position) { benchmark::DoNotOptimize(AnalyzePawns(position)); });
}
BENCHMARK(BM_AnalyzePawns);

void BM_Trace(benchmark::State& state) {
  OverGame(state, [](const Position& position) { benchmark::DoNotOptimize(Trace(position)); });
}
BENCHMARK(BM_Trace);

}  // namespace
}  // namespace notochord::eval
