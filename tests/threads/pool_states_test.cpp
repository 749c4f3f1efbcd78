// The pool's state machine, arrow by arrow, and what happens between searches.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "tests/support/positions.h"
#include "tests/threads/recorder.h"
#include "threads/search_pool.h"

namespace notochord::threads {
namespace {

using std::chrono::milliseconds;
using State = SearchPool::State;

search::Limits Ponder(search::Limits limits) {
  limits.ponder = true;
  return limits;
}

class PoolStatesTest : public testing::TestWithParam<std::size_t> {
 protected:
  PoolStatesTest() { EXPECT_TRUE(pool_.SetThreadCount(GetParam()).ok()); }

  // Brings a fresh search into the state, where it then stays.
  void Enter(State state) {
    log_.Hold(true);
    switch (state) {
      case State::kIdle:
        return;
      case State::kPondering:
        return pool_.Go(MakeRequest(log_, Ponder(Infinite())));
      case State::kSearching:
        return pool_.Go(MakeRequest(log_, Infinite()));
      case State::kStopping:
        pool_.Go(MakeRequest(log_, Infinite()));
        return pool_.Stop();
    }
  }
  // Ends whatever there is. The number of answers since the last time.
  int Leave() {
    log_.Hold(false);
    pool_.Stop();
    pool_.Wait();
    EXPECT_EQ(pool_.state(), State::kIdle);
    const int before = answered_;
    answered_ = log_.Finished();
    return answered_ - before;
  }

  tt::TranspositionTable table_;
  Log log_;
  SearchPool pool_{table_, nullptr};
  int answered_ = 0;
};

TEST_P(PoolStatesTest, EveryCallInEveryState) {
  struct Arrow {
    State from;
    State after_stop;
    State after_ponder_hit;
    int answers;
  };
  for (const Arrow& arrow : std::vector<Arrow>{
           {State::kIdle, State::kIdle, State::kIdle, 0},
           {State::kSearching, State::kStopping, State::kSearching, 1},
           {State::kPondering, State::kStopping, State::kSearching, 1},
           {State::kStopping, State::kStopping, State::kStopping, 1},
       }) {
    Enter(arrow.from);
    EXPECT_EQ(pool_.state(), arrow.from);
    pool_.Stop();
    EXPECT_EQ(pool_.state(), arrow.after_stop);
    EXPECT_EQ(Leave(), arrow.answers);

    Enter(arrow.from);
    pool_.PonderHit();
    EXPECT_EQ(pool_.state(), arrow.after_ponder_hit);
    pool_.PonderHit();
    EXPECT_EQ(pool_.state(), arrow.after_ponder_hit);
    EXPECT_EQ(Leave(), arrow.answers);
  }
}

TEST_P(PoolStatesTest, ALimitLeadsToStopping) {
  log_.Hold(true);
  pool_.Go(MakeRequest(log_, Depth(3)));
  log_.WaitForFinishing(1);
  EXPECT_EQ(pool_.state(), State::kStopping);
  EXPECT_EQ(log_.Finished(), 0);  // idle only after the answer
  pool_.PonderHit();
  EXPECT_EQ(pool_.state(), State::kStopping);
  EXPECT_EQ(Leave(), 1);
}

TEST_P(PoolStatesTest, WhilePonderingALimitOnlyWaits) {
  log_.Hold(true);
  pool_.Go(MakeRequest(log_, Ponder(Depth(2))));
  log_.WaitForDepth(2);
  EXPECT_EQ(pool_.state(), State::kPondering);
  pool_.PonderHit();
  log_.WaitForFinishing(1);
  EXPECT_EQ(pool_.state(), State::kStopping);
  EXPECT_EQ(Leave(), 1);
}

TEST_P(PoolStatesTest, AnInfiniteSearchWaitsAfterThePonderHit) {
  search::Limits limits = Infinite();
  limits.depth = 1;
  pool_.Go(MakeRequest(log_, Ponder(limits)));
  pool_.PonderHit();
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(pool_.state(), State::kSearching);
  EXPECT_EQ(log_.Finished(), 0);
  EXPECT_EQ(Leave(), 1);
}

INSTANTIATE_TEST_SUITE_P(Threads, PoolStatesTest, testing::Values(1, 2, 7));

// Everything that may happen between two searches, with searches before and after it. Mostly for
// ThreadSanitizer: it sees whether workers and owner hand each other their memory in order.
class BetweenSearchesTest : public testing::TestWithParam<std::size_t> {
 protected:
  // One search; where nothing else would end it, it is stopped after its first report.
  void Search(const search::Limits& limits) {
    const auto number = static_cast<std::size_t>(searches_++);
    const board::Position& position = positions_[number % positions_.size()];
    const int reports = log_.Reports();
    pool_.Go(MakeRequest(log_, limits, position.Fen(), 1 + (number + 1) % 3));
    if (limits.ponder && searches_ % 2 == 0) pool_.PonderHit();
    if (limits.ponder || limits.infinite) {
      log_.WaitForReports(reports + 1);
      pool_.Stop();
    }
    pool_.Wait();
    ASSERT_EQ(log_.Finished(), searches_);
    ASSERT_TRUE(position.IsLegal(log_.best)) << position.Fen();
    // What the workers counted, each for itself.
    std::uint64_t nodes = 0;
    for (std::size_t i = 0; i < pool_.thread_count(); ++i) nodes += pool_.worker(i).nodes();
    ASSERT_EQ(nodes, log_.nodes);
  }
  void SearchInAllWays() {
    search::Limits timed;
    timed.move_time = milliseconds(5);
    search::Limits counted;
    counted.nodes = 2000;
    for (const search::Limits& limits :
         {Depth(4), Infinite(), timed, counted, Ponder(Depth(3)), Ponder(timed)}) {
      ASSERT_NO_FATAL_FAILURE(Search(limits));
    }
  }

  const std::vector<board::Position> positions_ = test::RandomPositions(30, 5);
  int searches_ = 0;
  tt::TranspositionTable table_;
  Log log_;
  SearchPool pool_{table_, nullptr};
};

TEST_P(BetweenSearchesTest, AnythingMayChange) {
  const std::size_t threads = GetParam();
  ASSERT_NO_FATAL_FAILURE(SearchInAllWays());
  ASSERT_TRUE(pool_.SetThreadCount(threads).ok());
  ASSERT_NO_FATAL_FAILURE(SearchInAllWays());
  ASSERT_TRUE(table_.Resize(3).ok());
  ASSERT_NO_FATAL_FAILURE(SearchInAllWays());
  table_.Clear();
  ASSERT_NO_FATAL_FAILURE(SearchInAllWays());
  pool_.NewGame();
  ASSERT_NO_FATAL_FAILURE(SearchInAllWays());
  ASSERT_TRUE(pool_.SetThreadCount(threads / 2 + 1).ok());
  ASSERT_TRUE(table_.Resize(1).ok());
  pool_.NewGame();
  ASSERT_NO_FATAL_FAILURE(SearchInAllWays());
}

// A pool that has just answered counts as idle, though its threads may still be on their way to
// bed.
TEST_P(BetweenSearchesTest, NobodyNeedsToWait) {
  const std::size_t threads = GetParam();
  for (int round = 0; round < 20; ++round) {
    pool_.Go(MakeRequest(log_, Infinite()));
    pool_.Stop();
    while (pool_.state() != State::kIdle) std::this_thread::yield();
    ASSERT_EQ(log_.Finished(), round + 1);
    if (round % 4 == 0) {
      ASSERT_TRUE(pool_.SetThreadCount(1 + static_cast<std::size_t>(round) % threads).ok());
    }
    if (round % 4 == 2) pool_.NewGame();
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, BetweenSearchesTest, testing::Values(2, 4, 16));

}  // namespace
}  // namespace notochord::threads
