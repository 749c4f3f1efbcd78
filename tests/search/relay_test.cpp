#include "engine/search/relay.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "engine/search/worker.h"

namespace notochord::search {
namespace {

RootMoves MovesWithScore(int score) {
  RootMoves moves;
  moves.emplace_back(board::Move(Square::kE2, Square::kE4)).score = score;
  return moves;
}

TEST(RelayTest, SpreadsWorkersOverTwoDepths) {
  Relay relay;
  EXPECT_EQ(relay.Enter(20), 1);
  EXPECT_EQ(relay.Enter(20), 2);
  EXPECT_EQ(relay.Enter(20), 1);
  EXPECT_EQ(relay.Enter(20), 2);
  relay.Leave(1);
  relay.Leave(1);
  EXPECT_EQ(relay.Enter(20), 1);
}

TEST(RelayTest, GoesOnFromTheDeepestFinishedIteration) {
  Relay relay;
  relay.Leave(relay.Enter(20));
  relay.Hand(5, MovesWithScore(50));
  EXPECT_TRUE(relay.IsFinished(4));
  EXPECT_TRUE(relay.IsFinished(5));
  EXPECT_FALSE(relay.IsFinished(6));
  EXPECT_EQ(relay.Enter(20), 6);
}

TEST(RelayTest, NeverGoesBeyondTheLimit) {
  Relay relay;
  relay.Hand(6, MovesWithScore(0));
  EXPECT_EQ(relay.Enter(7), 7);
  EXPECT_EQ(relay.Enter(7), 7);
  EXPECT_EQ(relay.Enter(7), 7);
}

TEST(RelayTest, TheFirstToFinishCounts) {
  Relay relay;
  EXPECT_EQ(relay.Last().depth, 0);
  relay.Hand(3, MovesWithScore(30));
  relay.Hand(3, MovesWithScore(31));
  relay.Hand(2, MovesWithScore(20));
  ASSERT_EQ(relay.Last().depth, 3);
  EXPECT_EQ((*relay.Last().moves)[0].score, 30);
  relay.Reset();
  EXPECT_EQ(relay.Last().depth, 0);
  EXPECT_FALSE(relay.IsFinished(1));
  EXPECT_EQ(relay.Enter(20), 1);
}

// What is read belongs together, whoever is writing, and depths never fall.
TEST(RelayTest, WorkersMayDoAnythingAtOnce) {
  Relay relay;
  const auto run = [&relay](int seed) {
    int last_depth = 0;
    while (!relay.IsFinished(kMaxPly - 1)) {
      const int depth = relay.Enter(kMaxPly - 1);
      if ((depth + seed) % 3 != 0 || relay.IsFinished(depth - 1)) {
        relay.Hand(depth, MovesWithScore(10 * depth));
      }
      relay.Leave(depth);
      const Relay::Iteration last = relay.Last();
      EXPECT_GE(last.depth, last_depth);
      last_depth = last.depth;
      if (last.depth > 0) {
        EXPECT_EQ((*last.moves)[0].score, 10 * last.depth);
      }
    }
  };
  for (int round = 0; round < 50; ++round) {
    relay.Reset();
    std::vector<std::jthread> workers;
    workers.reserve(4);
    for (int i = 0; i < 4; ++i) workers.emplace_back(run, i);
  }
  EXPECT_EQ(relay.Last().depth, kMaxPly - 1);
}

// The main worker of a search in which the test plays the other one.
class RelayedWorkerTest : public testing::Test, protected Observer {
 protected:
  RelayedWorkerTest() {
    task_.root_moves = MakeRootMoves(task_.position, {});
    task_.relay = &relay_;
    task_.max_depth = 6;
    handed_ = task_.root_moves;
    handed_[7].score = 1234;
    std::swap(handed_[0], handed_[7]);
  }

  Result Search() {
    tt::TranspositionTable table;
    Worker worker(0, table, stop_, nullptr);
    return worker.Search(task_, *this);
  }

  void OnRootMove(int depth, board::Move, int number) override { on_root_move_(depth, number); }
  bool OnIteration(const IterationReport& report) override {
    iterations_.push_back(report.depth);
    best_.push_back(report.moves[0].move);
    return true;
  }
  bool OnOtherIteration(const IterationReport& report) override {
    others_.push_back(report.depth);
    on_other_();
    return go_on_;
  }

  Task task_;
  std::atomic<bool> stop_ = false;
  Relay relay_;
  RootMoves handed_;  // with another best move than any search would find
  std::function<void(int depth, int number)> on_root_move_ = [](int, int) {};
  std::function<void()> on_other_ = [] {};
  bool go_on_ = true;
  std::vector<int> iterations_;
  std::vector<board::Move> best_;
  std::vector<int> others_;
};

TEST_F(RelayedWorkerTest, AloneItFinishesEveryDepth) {
  const Result result = Search();
  EXPECT_EQ(iterations_, (std::vector<int>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(result.depth, 6);
  EXPECT_TRUE(others_.empty());
}

TEST_F(RelayedWorkerTest, GoesOnFromWhereItWasOvertaken) {
  on_root_move_ = [this](int depth, int number) {
    if (depth == 3 && number == 1) relay_.Hand(5, handed_);
  };
  const Result result = Search();
  EXPECT_EQ(iterations_, (std::vector<int>{1, 2, 5, 6}));
  EXPECT_EQ(best_[2], handed_[0].move);
  EXPECT_EQ(result.depth, 6);
}

// However late it comes: it need not search anything to have an answer.
TEST_F(RelayedWorkerTest, BeginsWithWhatOthersHaveFinished) {
  relay_.Hand(5, handed_);
  stop_ = true;
  const Result result = Search();
  EXPECT_EQ(iterations_, (std::vector<int>{5}));
  EXPECT_EQ(result.depth, 5);
  EXPECT_EQ(result.moves[0].move, handed_[0].move);
}

TEST_F(RelayedWorkerTest, TellsWhatWasFinishedBehindIt) {
  EXPECT_EQ(relay_.Enter(6), 1);  // the other begins
  on_root_move_ = [this](int depth, int number) {
    if (depth == 2 && number == 1) relay_.Hand(1, handed_);
  };
  const Result result = Search();
  EXPECT_EQ(others_, (std::vector<int>{1}));
  EXPECT_EQ(iterations_, (std::vector<int>{2, 3, 4, 5, 6}));
  EXPECT_EQ(result.depth, 6);
}

// What was told of a depth stands, where this worker has not come to a result of its own since.
TEST_F(RelayedWorkerTest, AnswersWithWhatWasFinishedBehindItWhenStopped) {
  bool other_is_there = false;
  on_root_move_ = [&](int depth, int) {
    if (depth == 3 && !std::exchange(other_is_there, true)) {
      EXPECT_EQ(relay_.Enter(6), 4);
    }
    if (depth == 5) relay_.Hand(4, handed_);
  };
  on_other_ = [this] { stop_ = true; };
  const Result result = Search();
  EXPECT_EQ(iterations_, (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(others_, (std::vector<int>{4}));
  EXPECT_EQ(result.depth, 4);
  EXPECT_EQ(result.moves[0].move, handed_[0].move);
}

TEST_F(RelayedWorkerTest, MayBeEndedByWhatWasFinishedBehindIt) {
  EXPECT_EQ(relay_.Enter(6), 1);
  go_on_ = false;
  on_root_move_ = [this](int depth, int number) {
    if (depth == 2 && number == 1) relay_.Hand(1, handed_);
  };
  const Result result = Search();
  EXPECT_EQ(others_, (std::vector<int>{1}));
  EXPECT_TRUE(iterations_.empty());
  EXPECT_EQ(result.depth, 1);
  EXPECT_EQ(result.moves[0].move, handed_[0].move);
}

}  // namespace
}  // namespace notochord::search
