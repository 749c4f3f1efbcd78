#include "engine/search/time_manager.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "engine/base/rng.h"

namespace notochord::search {
namespace {

using board::Move;
using std::chrono::milliseconds;

constexpr Move kBest = Move(Square::kE2, Square::kE4);
constexpr Move kOther = Move(Square::kD2, Square::kD4);

Limits ClockLimits(int time, int increment, int moves_to_go = 0) {
  Limits limits;
  limits.has_clock = true;
  limits.time = {milliseconds(time), milliseconds(time)};
  limits.increment = {milliseconds(increment), milliseconds(increment)};
  limits.moves_to_go = moves_to_go;
  return limits;
}

TimeManager Manager(const Limits& limits, int overhead = 10, std::size_t moves = 30) {
  return TimeManager(limits, Color::kWhite, milliseconds(overhead), moves);
}

TEST(TimeManagerTest, NoClockNoLimit) {
  Limits limits;
  limits.depth = 10;
  TimeManager time = Manager(limits);
  EXPECT_FALSE(time.limited());
  EXPECT_FALSE(time.MustStop(std::chrono::hours(100)));
  EXPECT_TRUE(time.MayContinue(std::chrono::hours(100), kBest, 0, 1.0));
  Limits infinite = ClockLimits(1000, 0);
  infinite.infinite = true;
  EXPECT_FALSE(Manager(infinite).limited());
}

TEST(TimeManagerTest, LimitsAreSaneForAnyClock) {
  Rng rng(1);
  for (int i = 0; i < 100000; ++i) {
    const int magnitude = 1 << rng.Below(28);
    const int time = static_cast<int>(rng.Below(static_cast<std::uint64_t>(magnitude))) -
                     (rng.Below(8) == 0 ? magnitude : 0);
    const int increment = static_cast<int>(rng.Below(1U << rng.Below(20))) - 10;
    const int moves_to_go = rng.Below(2) == 0 ? 0 : static_cast<int>(rng.Below(60));
    const int overhead = static_cast<int>(rng.Below(1U << rng.Below(13)));
    const TimeManager manager = Manager(ClockLimits(time, increment, moves_to_go), overhead);
    ASSERT_TRUE(manager.limited());
    ASSERT_LE(manager.soft(), manager.hard());
    ASSERT_GE(manager.soft().count(), 0);
    ASSERT_LE(manager.hard(), std::max(milliseconds(time - overhead), milliseconds(0)))
        << time << " " << increment << " " << moves_to_go << " " << overhead;
  }
}

TEST(TimeManagerTest, EmptyClocksAnswerAfterTheFirstIteration) {
  for (const int time : {10, 1, 0, -1, -100000}) {
    TimeManager manager = Manager(ClockLimits(time, 0));
    EXPECT_TRUE(manager.MustStop(Microseconds(0))) << time;
    EXPECT_FALSE(manager.MayContinue(Microseconds(1), kBest, 0, 0.5)) << time;
  }
}

// A game of 200 moves on a busy machine, on which every tenth move comes 20 ms late.
TEST(TimeManagerTest, ShortClocksSurviveLateAnswers) {
  Microseconds clock = milliseconds(100);
  for (int move = 1; move <= 200; ++move) {
    const auto left = static_cast<int>(clock.count() / 1000);
    const TimeManager manager = Manager(ClockLimits(left, 1));
    clock -= std::min(manager.hard(), manager.soft() * 3 / 2);
    if (move % 10 == 0) clock -= milliseconds(20);
    ASSERT_GT(clock.count(), 0) << "move " << move;
    clock += milliseconds(move % 10 == 0 ? 21 : 1);  // late once, not always
  }
}

TEST(TimeManagerTest, SuddenDeathSharesTheTime) {
  const TimeManager manager = Manager(ClockLimits(60000, 0), 0);
  EXPECT_GT(manager.soft(), milliseconds(60000 / 40));
  EXPECT_LT(manager.soft(), milliseconds(60000 / 12));
  EXPECT_GE(manager.hard(), 3 * manager.soft());
  EXPECT_LE(manager.hard(), milliseconds(60000 * 3 / 4));
  // The increment is time that will come back.
  EXPECT_GT(Manager(ClockLimits(60000, 1000), 0).soft(), manager.soft() + milliseconds(500));
  // Each side has a clock of its own.
  Limits limits = ClockLimits(60000, 0);
  limits.time[Color::kBlack] = milliseconds(600);
  const TimeManager black(limits, Color::kBlack, milliseconds(0), 30);
  EXPECT_LT(black.hard(), milliseconds(600));
}

TEST(TimeManagerTest, MovesToGoLeaveEnoughForEachMove) {
  for (const int moves : {1, 2, 5, 10, 20, 40}) {
    const TimeManager manager = Manager(ClockLimits(60000, 0, moves), 0);
    EXPECT_LE(manager.soft() * moves, milliseconds(60000) * std::max(1, moves / 20)) << moves;
    EXPECT_GT(manager.soft(), milliseconds(60000 / (3 * std::max(moves, 2)))) << moves;
  }
  EXPECT_GT(Manager(ClockLimits(60000, 0, 1), 0).soft(),
            4 * Manager(ClockLimits(60000, 0, 20), 0).soft());
}

// The last move before the control keeps a share in hand.
TEST(TimeManagerTest, MovesToGoLeaveOneShareMore) {
  for (const int moves : {2, 5, 10, 20}) {
    const TimeManager manager = Manager(ClockLimits(60000, 0, moves), 0);
    EXPECT_LE(manager.soft() * (moves + 1), milliseconds(60000)) << moves;
  }
}

// What stays untouched for late answers does not grow with the increment for ever.
TEST(TimeManagerTest, IncrementsAreNotHoarded) {
  EXPECT_GT(Manager(ClockLimits(1000, 100), 0).hard(), milliseconds(1000 / 3));
}

TEST(TimeManagerTest, AnyNumberOfMovesToGo) {
  const TimeManager many = Manager(ClockLimits(60000, 100, 1000));
  const TimeManager most = Manager(ClockLimits(60000, 100, std::numeric_limits<int>::max()));
  EXPECT_EQ(most.soft(), many.soft());
  EXPECT_EQ(most.hard(), many.hard());
}

TEST(TimeManagerTest, MoveTimeIsUsedUp) {
  Limits limits;
  limits.move_time = milliseconds(1000);
  TimeManager manager = Manager(limits);
  EXPECT_EQ(manager.hard(), milliseconds(990));
  for (int i = 0; i < 30; ++i) {
    EXPECT_TRUE(manager.MayContinue(milliseconds(900), kBest, 0, 1.0));
  }
  EXPECT_FALSE(manager.MayContinue(milliseconds(990), kBest, 0, 1.0));
  limits.move_time = milliseconds(3);
  EXPECT_GT(Manager(limits).hard().count(), 0);
  EXPECT_LE(Manager(limits).hard(), milliseconds(3));
  // With a clock as well, the tighter one counts.
  limits = ClockLimits(200, 0);
  limits.move_time = milliseconds(1000);
  EXPECT_LT(Manager(limits).hard(), milliseconds(190));
}

TEST(TimeManagerTest, ASingleMoveNeedsNoThought) {
  TimeManager manager = Manager(ClockLimits(60000, 0), 10, 1);
  EXPECT_FALSE(manager.MayContinue(Microseconds(100), kBest, 0, 1.0));
}

// How long the search may go on if its next iteration looks like this. The state moves on with each
// call: copies look for the limit.
Microseconds LimitNow(const TimeManager& manager, int score, double share) {
  Microseconds low(0);
  Microseconds high = 2 * manager.hard();
  while (high - low > Microseconds(100)) {
    const Microseconds middle = (low + high) / 2;
    TimeManager copy = manager;
    (copy.MayContinue(middle, kBest, score, share) ? low : high) = middle;
  }
  EXPECT_LE(low, manager.hard());
  return low;
}

// How long a search goes on whose iterations look like this.
Microseconds Stretch(bool stable, int score_step, double share) {
  TimeManager manager = Manager(ClockLimits(60000, 0));
  for (int i = 0; i < 12; ++i) {
    manager.MayContinue(Microseconds(1), stable || i % 2 == 0 ? kBest : kOther, i * score_step,
                        share);
  }
  return LimitNow(manager, 12 * score_step, share);
}

TEST(TimeManagerTest, UnsettledSearchesGetMoreTime) {
  const Microseconds usual = Stretch(true, 0, 0.6);
  EXPECT_GT(Stretch(false, 0, 0.6), usual * 5 / 4);
  EXPECT_GT(Stretch(true, -20, 0.6), usual * 11 / 10);
  EXPECT_LT(Stretch(true, 20, 0.6), usual);
  EXPECT_GT(Stretch(true, 0, 0.2), usual * 5 / 4);
  EXPECT_LT(Stretch(true, 0, 0.98), usual);
}

TEST(TimeManagerTest, AnOldWorryFades) {
  TimeManager calm = Manager(ClockLimits(60000, 0));
  TimeManager fallen = calm;
  for (int i = 0; i < 50; ++i) {
    calm.MayContinue(Microseconds(1), kBest, 0, 0.6);
    fallen.MayContinue(Microseconds(1), kBest, i == 0 ? 0 : -100, 0.6);
    if (i == 1) {
      EXPECT_GT(LimitNow(fallen, -100, 0.6), LimitNow(calm, 0, 0.6) * 11 / 10);
    }
  }
  const Microseconds difference = LimitNow(fallen, -100, 0.6) - LimitNow(calm, 0, 0.6);
  EXPECT_LT(std::chrono::abs(difference), milliseconds(1));
}

TEST(TimeManagerTest, EvenASettledSearchGetsItsShare) {
  TimeManager manager = Manager(ClockLimits(60000, 0));
  for (int i = 0; i < 100; ++i) manager.MayContinue(Microseconds(1), kBest, 0, 0.6);
  EXPECT_GT(LimitNow(manager, 0, 0.6), manager.soft() / 2);
}

TEST(TimeManagerTest, NothingStretchesTheHardLimit) {
  TimeManager manager = Manager(ClockLimits(60000, 0, 1));
  EXPECT_TRUE(manager.MayContinue(Microseconds(1), kBest, 0, 0.0));
  EXPECT_FALSE(manager.MayContinue(manager.hard(), kOther, -1000, 0.0));
}

// A game of 300 moves in which every answer arrives late by the latency: even with each search cut
// at the hard limit, the clock must never run out.
void PlayOut(int base_ms, int increment_ms, int overhead_ms, Microseconds latency) {
  Microseconds clock = milliseconds(base_ms);
  for (int move = 0; move < 300; ++move) {
    Limits limits = ClockLimits(0, increment_ms);
    limits.time[Color::kWhite] = std::chrono::duration_cast<milliseconds>(clock);
    const TimeManager manager = Manager(limits, overhead_ms);
    clock -= manager.hard() + latency;
    ASSERT_GE(clock.count(), 0) << base_ms << "+" << increment_ms << " at move " << move;
    clock += milliseconds(increment_ms);
  }
}

TEST(TimeManagerTest, NeverLosesOnTime) {
  PlayOut(100, 1, 10, Microseconds(900));
  PlayOut(500, 5, 10, Microseconds(4000));
  PlayOut(1000, 10, 10, Microseconds(9000));
  PlayOut(60000, 600, 30, milliseconds(30));
}

}  // namespace
}  // namespace notochord::search
