#include "engine/board/bitboard.h"

#include <gtest/gtest.h>

namespace notochord::board {
namespace {

// The square `files` to the east and `ranks` to the north as a set; empty off the board.
Bitboard Step(Square s, int files, int ranks) {
  const int f = static_cast<int>(FileOf(s)) + files;
  const int r = static_cast<int>(RankOf(s)) + ranks;
  if (f < 0 || f > 7 || r < 0 || r > 7) return kEmpty;
  return Bit(MakeSquare(static_cast<File>(f), static_cast<Rank>(r)));
}

TEST(BitboardTest, ShiftsNeverWrap) {
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    EXPECT_EQ(Shift<Direction::kNorth>(Bit(s)), Step(s, 0, 1));
    EXPECT_EQ(Shift<Direction::kSouth>(Bit(s)), Step(s, 0, -1));
    EXPECT_EQ(Shift<Direction::kEast>(Bit(s)), Step(s, 1, 0));
    EXPECT_EQ(Shift<Direction::kWest>(Bit(s)), Step(s, -1, 0));
    EXPECT_EQ(Shift<Direction::kNorthEast>(Bit(s)), Step(s, 1, 1));
    EXPECT_EQ(Shift<Direction::kNorthWest>(Bit(s)), Step(s, -1, 1));
    EXPECT_EQ(Shift<Direction::kSouthEast>(Bit(s)), Step(s, 1, -1));
    EXPECT_EQ(Shift<Direction::kSouthWest>(Bit(s)), Step(s, -1, -1));
  }
}

TEST(BitboardTest, PawnSteps) {
  for (Color c : kColors) {
    const int up = c == Color::kWhite ? 1 : -1;
    for (Square s = Square::kA1; s != Square::kNone; ++s) {
      EXPECT_EQ(ShiftForward(c, Bit(s)), Step(s, 0, up));
      EXPECT_EQ(PawnAttacksEast(c, Bit(s)), Step(s, 1, up));
      EXPECT_EQ(PawnAttacksWest(c, Bit(s)), Step(s, -1, up));
      EXPECT_EQ(PawnAttacks(c, Bit(s)), Step(s, 1, up) | Step(s, -1, up));
    }
  }
}

TEST(BitboardTest, Spans) {
  for (Color c : kColors) {
    for (Square s = Square::kA1; s != Square::kNone; ++s) {
      for (Square t = Square::kA1; t != Square::kNone; ++t) {
        const bool ahead = RelativeRank(c, t) > RelativeRank(c, s);
        const int files = FileDistance(s, t);
        ASSERT_EQ(Contains(ForwardRanks(c, s), t), ahead);
        ASSERT_EQ(Contains(ForwardFile(c, s), t), ahead && files == 0);
        ASSERT_EQ(Contains(PawnAttackSpan(c, s), t), ahead && files == 1);
        ASSERT_EQ(Contains(PassedPawnSpan(c, s), t), ahead && files <= 1);
        ASSERT_EQ(Contains(AdjacentFiles(s), t), files == 1);
        ASSERT_EQ(Contains(FillForward(c, Bit(s)), t), (ahead && files == 0) || s == t);
      }
    }
  }
}

TEST(BitboardTest, MembersInOrder) {
  Bitboard b = Bit(Square::kH8) | Bit(Square::kA1) | Bit(Square::kE4);
  EXPECT_EQ(PopCount(b), 3);
  EXPECT_TRUE(MoreThanOne(b));
  EXPECT_EQ(FirstSquare(b), Square::kA1);
  EXPECT_EQ(LastSquare(b), Square::kH8);
  EXPECT_EQ(FrontMost(Color::kWhite, b), Square::kH8);
  EXPECT_EQ(FrontMost(Color::kBlack, b), Square::kA1);
  EXPECT_EQ(PopFirst(b), Square::kA1);
  EXPECT_EQ(PopFirst(b), Square::kE4);
  EXPECT_FALSE(MoreThanOne(b));
  EXPECT_EQ(PopFirst(b), Square::kH8);
  EXPECT_EQ(b, kEmpty);
  EXPECT_FALSE(MoreThanOne(b));
}

TEST(BitboardTest, ColoursOfSquares) {
  EXPECT_EQ(kLightSquares ^ kDarkSquares, kAllSquares);
  EXPECT_FALSE(IsLight(Square::kA1));
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    EXPECT_EQ(IsLight(s), Contains(kLightSquares, s));
    EXPECT_NE(IsLight(s), IsLight(FlipFile(s)));
    EXPECT_NE(IsLight(s), IsLight(FlipRank(s)));
    EXPECT_TRUE(Contains(FileMask(s) & RankMask(s), s));
    EXPECT_EQ(PopCount(FileMask(s) & RankMask(s)), 1);
  }
}

TEST(BitboardTest, Drawing) {
  EXPECT_EQ(ToString(Bit(Square::kA8) | Bit(Square::kH1)),
            "x.......\n........\n........\n........\n........\n........\n........\n.......x\n");
}

}  // namespace
}  // namespace notochord::board
