#include "engine/search/scored_moves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "engine/base/rng.h"

namespace notochord::search {
namespace {

using board::Move;

// What a move picker does with the list.
std::vector<ScoredMove> TakeAll(const ScoredMoves& moves) {
  std::vector<ScoredMove> taken;
  for (ScoredMove next = moves.Best(); next; next = moves.After(next)) taken.push_back(next);
  return taken;
}

TEST(ScoredMovesTest, AnEmptyListHasNone) {
  ScoredMoves moves;
  moves.Seal();
  EXPECT_FALSE(moves.Best());
  EXPECT_FALSE(moves.After(ScoredMove(Move(Square::kA1, Square::kA2), 0)));
  EXPECT_EQ(ScoredMove::None().move(), Move());
}

TEST(ScoredMovesTest, KeepsMovesAndScores) {
  for (const int score : {-(1 << 25), -1, 0, 1, 1 << 25}) {
    const Move move = Move::Castling(Square::kE8, Square::kH8);
    const ScoredMove scored(move, score);
    EXPECT_EQ(scored.move(), move);
    EXPECT_EQ(scored.score(), score);
    EXPECT_TRUE(scored);
    EXPECT_GT(scored, ScoredMove::None());
  }
}

// All sizes, so that the last lanes are filled in every way; with many equal scores.
TEST(ScoredMovesTest, HandsAllOutBestFirst) {
  Rng rng(3);
  ScoredMoves moves;
  for (std::size_t size = 0; size <= ScoredMoves::kCapacity; ++size) {
    moves.Clear();
    std::vector<ScoredMove> expected;
    for (std::size_t i = 0; i < size; ++i) {
      const Move move = Move::FromBits(static_cast<std::uint16_t>(64 + i));
      const int score = static_cast<int>(rng.Below(64)) - 32;
      moves.Add(move, score);
      expected.emplace_back(move, score);
      ASSERT_EQ(moves[i], expected.back());
    }
    moves.Seal();
    std::sort(expected.rbegin(), expected.rend());
    ASSERT_EQ(moves.size(), size);
    ASSERT_EQ(TakeAll(moves), expected) << size;
  }
}

}  // namespace
}  // namespace notochord::search
