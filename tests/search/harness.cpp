#include "tests/search/harness.h"

#include <gtest/gtest.h>

#include "tests/support/positions.h"

namespace notochord::test {
namespace {

// Ends the search at a mate that is short enough.
class MateWatcher : public search::Observer {
 public:
  explicit MateWatcher(int mate) : mate_(mate) {}

  bool OnIteration(const search::IterationReport& report) override {
    return mate_ == 0 || report.moves[0].score < MateInMoves(mate_);
  }

 private:
  const int mate_;
};

}  // namespace

SearchHarness::SearchHarness()
    : worker_(std::make_unique<search::Worker>(0, table_, stop_, nullptr)) {
  EXPECT_TRUE(table_.Resize(16).ok());
}

search::Result SearchHarness::Search(const board::Position& position, const Budget& budget) {
  table_.Clear();
  worker_->NewGame();
  worker_->ResetCounters();
  search::Task task;
  task.position = position;
  task.root_moves = search::MakeRootMoves(position, budget.only);
  task.multi_pv = budget.multi_pv;
  task.max_depth = budget.depth;
  task.max_nodes = budget.nodes;
  task.full_width = budget.full_width;
  MateWatcher watcher(budget.mate);
  return worker_->Search(task, watcher);
}

search::Result SearchHarness::Search(absl::string_view fen, const Budget& budget) {
  return Search(PositionFrom(fen), budget);
}

int MateInMoves(int moves) { return moves > 0 ? MateIn(2 * moves - 1) : MatedIn(-2 * moves); }

bool IsPlayable(board::Position position, const std::vector<board::Move>& line) {
  for (const board::Move move : line) {
    if (!position.IsPseudoLegal(move) || !position.IsLegal(move)) return false;
    position.Make(move);
  }
  return true;
}

}  // namespace notochord::test
