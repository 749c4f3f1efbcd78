#include "threads/best_thread.h"

#include <gtest/gtest.h>

#include "engine/base/value.h"

namespace notochord::threads {
namespace {

using board::Move;

constexpr Move kA = Move(Square::kE2, Square::kE4);
constexpr Move kB = Move(Square::kD2, Square::kD4);
constexpr Move kC = Move(Square::kG1, Square::kF3);

TEST(BestVoteTest, ALoneWorkerWins) {
  EXPECT_EQ(BestVote({{kA, -300, 7}}), 0U);
  EXPECT_EQ(BestVote({{kA, -kInfiniteScore, 0}}), 0U);
}

TEST(BestVoteTest, EqualsGoToTheMainWorker) {
  EXPECT_EQ(BestVote({{kA, 20, 10}, {kA, 20, 10}, {kA, 20, 10}}), 0U);
  EXPECT_EQ(BestVote({{kA, 20, 10}, {kB, 20, 10}}), 0U);
}

TEST(BestVoteTest, ManyVotersBeatOne) {
  EXPECT_EQ(BestVote({{kA, 22, 10}, {kB, 20, 10}, {kB, 20, 10}, {kB, 20, 10}}), 1U);
}

TEST(BestVoteTest, DepthAndScoreCount) {
  EXPECT_EQ(BestVote({{kA, 20, 10}, {kB, 20, 14}}), 1U);
  EXPECT_EQ(BestVote({{kA, 20, 10}, {kB, 60, 10}}), 1U);
  // The winning move is shown by its strongest voter.
  EXPECT_EQ(BestVote({{kA, 20, 10}, {kB, 20, 12}, {kB, 30, 13}, {kA, 5, 9}}), 2U);
}

TEST(BestVoteTest, TheShortestProvenWinIsPlayed) {
  EXPECT_EQ(BestVote({{kA, 500, 30}, {kA, 500, 30}, {kB, MateIn(9), 10}, {kC, MateIn(5), 9}}), 3U);
  EXPECT_EQ(BestVote({{kA, MateIn(3), 9}, {kB, kTbWinScore, 30}}), 0U);
  EXPECT_EQ(BestVote({{kA, 500, 30}, {kB, kTbWinScore - 5, 3}}), 1U);
}

TEST(BestVoteTest, AvoidsAProvenLoss) {
  EXPECT_EQ(BestVote({{kA, MatedIn(6), 20}, {kB, -400, 12}}), 1U);
  // All lost: the longest resistance.
  EXPECT_EQ(BestVote({{kA, MatedIn(4), 12}, {kB, MatedIn(40), 12}}), 1U);
}

TEST(BestVoteTest, WorkersWithoutAnIterationHaveNoSay) {
  EXPECT_EQ(BestVote({{kA, 10, 8}, {kB, -kInfiniteScore, 0}, {kB, -kInfiniteScore, 0}}), 0U);
  EXPECT_EQ(BestVote({{kA, -kInfiniteScore, 0}, {kB, 10, 1}}), 1U);
}

}  // namespace
}  // namespace notochord::threads
