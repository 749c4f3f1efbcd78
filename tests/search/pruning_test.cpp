#include "engine/search/pruning.h"

#include <gtest/gtest.h>

#include "engine/search/history.h"

namespace notochord::search {
namespace {

using tt::Bound;

TEST(PruningTest, BoundsThatDecideANullWindow) {
  EXPECT_TRUE(IsCutoffBound(Bound::kExact, -50, 0));
  EXPECT_TRUE(IsCutoffBound(Bound::kLower, 0, 0));
  EXPECT_FALSE(IsCutoffBound(Bound::kLower, -1, 0));
  EXPECT_TRUE(IsCutoffBound(Bound::kUpper, -1, 0));
  EXPECT_FALSE(IsCutoffBound(Bound::kUpper, 0, 0));
  EXPECT_FALSE(IsCutoffBound(Bound::kNone, 0, 0));
}

TEST(PruningTest, EstimatesAreClearOutsideTheMargin) {
  const int margin = params::kLazyMargin;
  EXPECT_TRUE(IsClear(101 + margin, 100, 101));
  EXPECT_FALSE(IsClear(100 + margin, 100, 101));
  EXPECT_FALSE(IsClear(101 - margin, 100, 101));
  EXPECT_TRUE(IsClear(100 - margin, 100, 101));
  // The main search and principal variations want the evaluation itself.
  for (const int estimate : {-kEvalLimit, 0, kEvalLimit}) {
    EXPECT_FALSE(IsClear(estimate, -kInfiniteScore, kInfiniteScore));
  }
}

TEST(PruningTest, ReductionsLeaveAtLeastNothing) {
  EXPECT_EQ(LmrDepth(8, 0), 7);
  EXPECT_EQ(LmrDepth(8, Reductions::kOne - 1), 7);
  EXPECT_EQ(LmrDepth(8, 3 * Reductions::kOne), 4);
  EXPECT_EQ(LmrDepth(2, 9 * Reductions::kOne), 0);
}

TEST(PruningTest, FutilityHopesForMoreFromDepthAndAGoodRecord) {
  for (int depth = 0; depth < 10; ++depth) {
    EXPECT_LT(QuietFutilityMargin(depth, 0), QuietFutilityMargin(depth + 1, 0));
    EXPECT_LT(QuietFutilityMargin(depth, 0), QuietFutilityMargin(depth, kHistoryBound));
    EXPECT_GT(QuietFutilityMargin(depth, 0), QuietFutilityMargin(depth, -kHistoryBound));
  }
}

TEST(PruningTest, MarginsGrowWithDepth) {
  for (int depth = 1; depth < 20; ++depth) {
    for (const bool improving : {false, true}) {
      EXPECT_LT(ReverseFutilityMargin(depth, improving, 0),
                ReverseFutilityMargin(depth + 1, improving, 0));
      EXPECT_LE(LateMoveCount(depth, improving), LateMoveCount(depth + 1, improving));
    }
    EXPECT_LE(LateMoveCount(depth, false), LateMoveCount(depth, true));
    EXPECT_LE(ReverseFutilityMargin(depth, true, 0), ReverseFutilityMargin(depth, false, 0));
    EXPECT_LT(RazorMargin(depth), RazorMargin(depth + 1));
    EXPECT_LE(NullMoveReduction(depth, 0), NullMoveReduction(depth + 1, 0));
    EXPECT_LE(NullMoveReduction(depth, 0), NullMoveReduction(depth, 1000));
  }
}

}  // namespace
}  // namespace notochord::search
