#include "engine/board/zobrist.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace notochord::board {
namespace {

std::vector<Key> AllKeys() {
  std::vector<Key> keys = {0, kZobrist.black_to_move};
  for (const auto& squares : kZobrist.piece)
    keys.insert(keys.end(), squares.begin(), squares.end());
  keys.insert(keys.end(), kZobrist.castling.begin() + 1, kZobrist.castling.end());
  keys.insert(keys.end(), kZobrist.en_passant.begin(), kZobrist.en_passant.end());
  return keys;
}

TEST(ZobristTest, NoTwoKeysAreEqual) {
  std::vector<Key> keys = AllKeys();
  ASSERT_EQ(keys.size(), 2 + 12 * 64 + 15 + 8);
  std::sort(keys.begin(), keys.end());
  EXPECT_EQ(std::adjacent_find(keys.begin(), keys.end()), keys.end());
}

// A piece that moves, or one that takes another's place, changes the key by the sum of two keys.
TEST(ZobristTest, NoTwoPairsOfPieceKeysHaveTheSameSum) {
  std::vector<Key> keys;
  for (const auto& squares : kZobrist.piece)
    keys.insert(keys.end(), squares.begin(), squares.end());
  std::vector<Key> sums;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) sums.push_back(keys[i] ^ keys[j]);
  }
  std::sort(sums.begin(), sums.end());
  EXPECT_EQ(std::adjacent_find(sums.begin(), sums.end()), sums.end());
}

TEST(ZobristTest, CastlingRightsAddUp) {
  EXPECT_EQ(kZobrist.castling[0], 0U);
  for (std::size_t a = 0; a < 16; ++a) {
    for (std::size_t b = 0; b < 16; ++b) {
      EXPECT_EQ(kZobrist.castling[a] ^ kZobrist.castling[b], kZobrist.castling[a ^ b]);
    }
  }
}

}  // namespace
}  // namespace notochord::board
