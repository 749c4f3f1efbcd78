#include "engine/board/move.h"

#include <gtest/gtest.h>

#include <set>

namespace notochord::board {
namespace {

TEST(MoveTest, EveryMoveKeepsItsParts) {
  std::set<std::uint16_t> seen;
  for (Square from = Square::kA1; from != Square::kNone; ++from) {
    for (Square to = Square::kA1; to != Square::kNone; ++to) {
      const Move normal(from, to);
      const Move en_passant = Move::EnPassant(from, to);
      const Move castling = Move::Castling(from, to);
      EXPECT_EQ(normal.kind(), MoveKind::kNormal);
      EXPECT_TRUE(en_passant.IsEnPassant());
      EXPECT_TRUE(castling.IsCastling());
      for (const Move move : {normal, en_passant, castling}) {
        ASSERT_EQ(move.from(), from);
        ASSERT_EQ(move.to(), to);
        ASSERT_FALSE(move.IsPromotion());
        ASSERT_EQ(move.FromTo(), Index(from) * 64 + Index(to));
        ASSERT_EQ(Move::FromBits(move.bits()), move);
        ASSERT_TRUE(seen.insert(move.bits()).second);
      }
      for (PieceType pt :
           {PieceType::kKnight, PieceType::kBishop, PieceType::kRook, PieceType::kQueen}) {
        const Move move = Move::Promotion(from, to, pt);
        ASSERT_TRUE(move.IsPromotion());
        ASSERT_EQ(move.promotion(), pt);
        ASSERT_EQ(move.from(), from);
        ASSERT_EQ(move.to(), to);
        ASSERT_TRUE(seen.insert(move.bits()).second);
      }
    }
  }
  EXPECT_EQ(seen.size(), 64U * 64U * 7U);
}

TEST(MoveTest, NoMoveIsFalse) {
  EXPECT_FALSE(Move());
  EXPECT_EQ(Move().bits(), 0);
  EXPECT_TRUE(Move(Square::kE2, Square::kE4));
}

}  // namespace
}  // namespace notochord::board
