#include "threads/search_pool.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <thread>
#include <utility>

#include "engine/base/rng.h"
#include "tests/support/positions.h"
#include "tests/support/sanitizers.h"
#include "tests/threads/recorder.h"

namespace notochord::threads {
namespace {

using std::chrono::milliseconds;
using State = SearchPool::State;

class SearchPoolTest : public testing::Test {
 protected:
  tt::TranspositionTable table_;
  Log log_;
  SearchPool pool_{table_, nullptr};
};

TEST_F(SearchPoolTest, ADepthLimitEndsTheSearch) {
  for (const std::size_t threads : {1U, 2U, 5U}) {
    ASSERT_TRUE(pool_.SetThreadCount(threads).ok());
    EXPECT_EQ(pool_.thread_count(), threads);
    const int before = log_.Finished();
    pool_.Go(MakeRequest(log_, Depth(6)));
    pool_.Wait();
    EXPECT_EQ(pool_.state(), State::kIdle);
    EXPECT_EQ(log_.finished, before + 1);
    EXPECT_TRUE(log_.best);
    EXPECT_GT(log_.nodes, 0U);
    EXPECT_EQ(log_.nodes, pool_.Counters().nodes);
    EXPECT_EQ(log_.last_depth, 6);
  }
}

// Whoever finishes an iteration, the main worker reports it, with all of its lines.
TEST_F(SearchPoolTest, HelpersHandTheirIterationsOver) {
  ASSERT_TRUE(pool_.SetThreadCount(4).ok());
  for (int i = 0; i < 20; ++i) {
    SearchPool::Request request = MakeRequest(log_, Depth(9));
    request.task.multi_pv = 3;
    pool_.Go(std::move(request));
    pool_.Wait();
    EXPECT_EQ(log_.last_depth, 9);
    ASSERT_GE(log_.moves.size(), 3U);
    for (std::size_t line = 0; line < 3; ++line) {
      EXPECT_NE(log_.moves[line].score, -kInfiniteScore);
      EXPECT_EQ(log_.moves[line].pv[0], log_.moves[line].move);
    }
  }
}

TEST_F(SearchPoolTest, InfiniteSearchesWaitForStop) {
  pool_.Go(MakeRequest(log_, Infinite()));
  log_.WaitForReports(3);
  EXPECT_EQ(pool_.state(), State::kSearching);
  EXPECT_EQ(log_.Finished(), 0);
  pool_.Stop();
  pool_.Stop();
  pool_.Wait();
  EXPECT_EQ(log_.finished, 1);
}

TEST_F(SearchPoolTest, StopBeforeAnythingHappenedStillAnswers) {
  ASSERT_TRUE(pool_.SetThreadCount(3).ok());
  for (int i = 1; i <= 50; ++i) {
    pool_.Go(MakeRequest(log_, Infinite()));
    pool_.Stop();
    pool_.Wait();
    ASSERT_EQ(log_.finished, i);
    ASSERT_TRUE(log_.best);
  }
}

// A position with nothing to search: the pool sleeps until it is told to answer.
TEST_F(SearchPoolTest, SleepsWhereThereIsNothingToDo) {
  ASSERT_TRUE(pool_.SetThreadCount(2).ok());
  for (const char* fen : {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}) {
    const int before = log_.Finished();
    pool_.Go(MakeRequest(log_, Infinite(), fen));
    std::this_thread::sleep_for(milliseconds(20));
    const std::clock_t busy = std::clock();
    std::this_thread::sleep_for(milliseconds(200));
    EXPECT_LT(static_cast<double>(std::clock() - busy) / CLOCKS_PER_SEC, 0.01);
    EXPECT_EQ(pool_.state(), State::kSearching);
    EXPECT_EQ(log_.Finished(), before);
    pool_.Stop();
    pool_.Wait();
    EXPECT_EQ(log_.finished, before + 1);
    EXPECT_TRUE(log_.moves.empty());
  }
}

TEST_F(SearchPoolTest, NoLimitCountsWhilePondering) {
  search::Limits limits = Depth(3);
  limits.ponder = true;
  pool_.Go(MakeRequest(log_, limits));
  log_.WaitForReports(3);
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(pool_.state(), State::kPondering);
  EXPECT_EQ(log_.Finished(), 0);
  pool_.PonderHit();  // depth 3 is reached already: the answer comes at once
  pool_.Wait();
  EXPECT_EQ(log_.finished, 1);

  limits = search::Limits();
  limits.ponder = true;
  limits.move_time = milliseconds(10);
  pool_.Go(MakeRequest(log_, limits));
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_EQ(log_.Finished(), 1);
  pool_.PonderHit();
  pool_.PonderHit();
  pool_.Wait();
  EXPECT_EQ(log_.finished, 2);

  pool_.Go(MakeRequest(log_, limits));
  pool_.Stop();
  pool_.Wait();
  EXPECT_EQ(log_.finished, 3);
}

TEST_F(SearchPoolTest, NodeLimits) {
  search::Limits limits;
  limits.nodes = 5000;
  pool_.Go(MakeRequest(log_, limits));
  pool_.Wait();
  EXPECT_GE(log_.nodes, 5000U);
  EXPECT_LE(log_.nodes, 5001U);  // alone: exact
  ASSERT_TRUE(pool_.SetThreadCount(4).ok());
  limits.nodes = 50000;
  pool_.Go(MakeRequest(log_, limits));
  pool_.Wait();
  EXPECT_GE(log_.nodes, 50000U);
}

TEST_F(SearchPoolTest, AMateLimitEndsTheSearch) {
  search::Limits limits;
  limits.mate = 2;
  pool_.Go(MakeRequest(log_, limits, "6k1/8/6K1/8/8/8/R7/1R6 w - - 0 1"));
  pool_.Wait();
  ASSERT_FALSE(log_.moves.empty());
  EXPECT_GE(log_.moves[0].score, MateIn(3));
}

TEST_F(SearchPoolTest, AMateLimitEndsWhereThereIsNone) {
  ASSERT_TRUE(pool_.SetThreadCount(2).ok());
  search::Limits limits;
  limits.mate = 2;
  pool_.Go(MakeRequest(log_, limits));
  pool_.Wait();
  ASSERT_FALSE(log_.moves.empty());
  EXPECT_LT(std::abs(log_.moves[0].score), kMateInMaxPly);
}

TEST_F(SearchPoolTest, SearchMovesAreObeyed) {
  ASSERT_TRUE(pool_.SetThreadCount(2).ok());
  search::Limits limits = Depth(5);
  limits.search_moves = {board::Move(Square::kA2, Square::kA3),
                         board::Move(Square::kH2, Square::kH3)};
  pool_.Go(MakeRequest(log_, limits));
  pool_.Wait();
  EXPECT_EQ(log_.moves.size(), 2U);
  EXPECT_TRUE(log_.best == limits.search_moves[0] || log_.best == limits.search_moves[1]);
}

TEST_F(SearchPoolTest, ANewGameForgets) {
  std::uint64_t first = 0;
  for (int game = 0; game < 3; ++game) {
    pool_.NewGame();
    pool_.Go(MakeRequest(log_, Depth(8)));
    pool_.Wait();
    if (game == 0) first = log_.nodes;
    EXPECT_EQ(log_.nodes, first);
  }
}

TEST_F(SearchPoolTest, TheDestructorAnswers) {
  Log log;
  {
    SearchPool pool(table_, nullptr);
    ASSERT_TRUE(pool.SetThreadCount(2).ok());
    pool.Go(MakeRequest(log, Infinite()));
  }
  EXPECT_EQ(log.finished, 1);
}

TEST_F(SearchPoolTest, MovesWithinTheClock) {
  ASSERT_TRUE(pool_.SetThreadCount(2).ok());
  search::Limits limits;
  limits.has_clock = true;
  limits.time = {milliseconds(0), milliseconds(-50)};
  pool_.Go(MakeRequest(log_, limits));
  pool_.Wait();
  EXPECT_TRUE(log_.best);
}

// Any order of calls: every Go is answered once, and the pool always comes to rest.
void Interleave(SearchPool& pool, tt::TranspositionTable& table, Log& log, int steps,
                std::size_t max_threads, std::uint64_t seed) {
  Rng rng(seed);
  const std::vector<board::Position> positions = test::RandomPositions(20, seed);
  int started = 0;
  const auto idle = [&pool] {
    pool.Stop();
    pool.Wait();
  };
  for (int step = 0; step < steps; ++step) {
    switch (rng.Below(10)) {
      case 0:
        idle();
        ASSERT_TRUE(pool.SetThreadCount(1 + rng.Below(max_threads)).ok());
        break;
      case 1:
        idle();
        ASSERT_TRUE(table.Resize(1 + rng.Below(4)).ok());
        break;
      case 2:
        idle();
        pool.NewGame();
        break;
      case 3:
        pool.PonderHit();
        break;
      case 4:
      case 5:
        pool.Stop();
        break;
      default: {
        search::Limits limits;
        limits.infinite = rng.Below(3) == 0;
        limits.ponder = rng.Below(3) == 0;
        if (rng.Below(2) == 0) limits.depth = 1 + static_cast<int>(rng.Below(6));
        if (rng.Below(3) == 0) limits.move_time = milliseconds(1 + rng.Below(3));
        if (rng.Below(3) == 0) limits.nodes = 1 + rng.Below(3000);
        idle();
        ASSERT_EQ(log.Finished(), started);
        const std::string fen = positions[rng.Below(positions.size())].Fen();
        pool.Go(MakeRequest(log, limits, fen, 1 + rng.Below(3)));
        ++started;
      }
    }
  }
  idle();
  EXPECT_EQ(log.Finished(), started);
}

TEST_F(SearchPoolTest, AnyOrderOfCalls) {
  Interleave(pool_, table_, log_, test::kParanoid ? 80 : 400, 8, 7);
}

TEST_F(SearchPoolTest, ManyThreads) {
  const std::size_t count = test::kParanoid ? 32 : 128;
  ASSERT_TRUE(pool_.SetThreadCount(count).ok());
  pool_.Go(MakeRequest(log_, Depth(4)));
  pool_.Wait();
  EXPECT_EQ(log_.finished, 1);
  EXPECT_TRUE(log_.best);
}

// Too little address space for what is asked. Ends the process: 0 where all is right.
[[noreturn]] void AskForTooMuch() {
  tt::TranspositionTable table;
  Log log;
  SearchPool pool(table, nullptr);
  const rlimit limit{1 << 30, 1 << 30};
  const bool limited = setrlimit(RLIMIT_AS, &limit) == 0;
  const bool refused = !pool.SetThreadCount(1024).ok();
  const bool fewer = pool.thread_count() >= 1 && pool.thread_count() < 1024;
  pool.Go(MakeRequest(log, Depth(3)));
  pool.Wait();
  const bool answered = log.Finished() == 1 && log.best;
  std::_Exit(limited && refused && fewer && answered ? 0 : 1);
}

// Threads so big that there is room for one only: already the second cannot be had.
[[noreturn]] void AskForASecondThread() {
  tt::TranspositionTable table;
  Log log;
  SearchPool pool(table, nullptr);
  pthread_attr_t big;
  pthread_attr_init(&big);
  pthread_attr_setstacksize(&big, std::size_t{3} << 30);
  const bool grown = pthread_setattr_default_np(&big) == 0;
  const rlimit limit{rlim_t{5} << 30, rlim_t{5} << 30};
  const bool limited = setrlimit(RLIMIT_AS, &limit) == 0;
  const bool refused = !pool.SetThreadCount(3).ok();
  const bool one = pool.thread_count() == 1;
  pool.Go(MakeRequest(log, Depth(3)));
  pool.Wait();
  const bool answered = log.Finished() == 1 && log.best;
  std::_Exit(grown && limited && refused && one && answered ? 0 : 1);
}

TEST(SearchPoolDeathTest, TakesWhatCanBeHad) {
  if (test::kAddressSanitizer || test::kThreadSanitizer) {
    GTEST_SKIP() << "sanitizers need the address space for themselves";
  }
  EXPECT_EXIT(AskForTooMuch(), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(AskForASecondThread(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace notochord::threads
