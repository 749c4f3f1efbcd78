#include "engine/board/attacks.h"

#include <gtest/gtest.h>

#include "engine/base/rng.h"

namespace notochord::board {
namespace {

// One ray after the other, without anything from the engine.
Bitboard ReferenceAttacks(PieceType slider, Square s, Bitboard occupied) {
  Bitboard attacks = 0;
  for (int df = -1; df <= 1; ++df) {
    for (int dr = -1; dr <= 1; ++dr) {
      const bool diagonal = df != 0 && dr != 0;
      const bool straight = (df == 0) != (dr == 0);
      if (slider == PieceType::kBishop ? !diagonal : !straight) continue;
      int f = static_cast<int>(FileOf(s)) + df;
      int r = static_cast<int>(RankOf(s)) + dr;
      for (; f >= 0 && f < 8 && r >= 0 && r < 8; f += df, r += dr) {
        const Bitboard target = Bitboard{1} << (8 * r + f);
        attacks |= target;
        if ((occupied & target) != 0) break;
      }
    }
  }
  return attacks;
}

Bitboard RandomOccupancy(Rng& rng, int density) {
  switch (density % 3) {
    case 0:
      return rng.Next() & rng.Next();
    case 1:
      return rng.Next();
    default:
      return rng.Next() & rng.Next() & rng.Next();
  }
}

template <typename SquareIndex>
void ExpectExactTable(PieceType slider) {
  const SliderTable<SquareIndex> table(slider);
  Rng rng(1);
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    // Every set of blockers on the rays, then whole boards.
    const Bitboard rays = ReferenceAttacks(slider, s, kEmpty);
    Bitboard subset = 0;
    do {
      ASSERT_EQ(table(s, subset), ReferenceAttacks(slider, s, subset)) << ToString(subset);
      subset = (subset - rays) & rays;
    } while (subset != 0);
    for (int i = 0; i < 1000; ++i) {
      const Bitboard occupied = RandomOccupancy(rng, i);
      ASSERT_EQ(table(s, occupied), ReferenceAttacks(slider, s, occupied)) << ToString(occupied);
    }
  }
}

TEST(AttacksTest, MagicTablesAreExact) {
  ExpectExactTable<MagicIndex>(PieceType::kBishop);
  ExpectExactTable<MagicIndex>(PieceType::kRook);
}

TEST(AttacksTest, PextTablesAreExact) {
#if defined(__BMI2__)
  ExpectExactTable<PextIndex>(PieceType::kBishop);
  ExpectExactTable<PextIndex>(PieceType::kRook);
#else
  GTEST_SKIP() << "the target CPU has no PEXT";
#endif
}

TEST(AttacksTest, TheTablesInUseAreExact) {
  Rng rng(2);
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    for (int i = 0; i < 1000; ++i) {
      const Bitboard occupied = RandomOccupancy(rng, i);
      const Bitboard diagonal = ReferenceAttacks(PieceType::kBishop, s, occupied);
      const Bitboard straight = ReferenceAttacks(PieceType::kRook, s, occupied);
      ASSERT_EQ(AttacksOf(PieceType::kBishop, s, occupied), diagonal);
      ASSERT_EQ(AttacksOf(PieceType::kRook, s, occupied), straight);
      ASSERT_EQ(AttacksOf(PieceType::kQueen, s, occupied), diagonal | straight);
      ASSERT_EQ(SlowSliderAttacks(PieceType::kBishop, s, occupied), diagonal);
      ASSERT_EQ(SlowSliderAttacks(PieceType::kRook, s, occupied), straight);
    }
  }
}

TEST(AttacksTest, Steppers) {
  for (Square a = Square::kA1; a != Square::kNone; ++a) {
    for (Square b = Square::kA1; b != Square::kNone; ++b) {
      const int files = FileDistance(a, b);
      const int ranks = RankDistance(a, b);
      EXPECT_EQ(Contains(KnightAttacks(a), b), files * ranks == 2);
      EXPECT_EQ(Contains(KingAttacks(a), b), Distance(a, b) == 1);
      const bool up = Index(b) > Index(a);
      const bool diagonal = files == 1 && ranks == 1;
      EXPECT_EQ(Contains(PawnAttacksFrom(Color::kWhite, a), b), diagonal && up);
      EXPECT_EQ(Contains(PawnAttacksFrom(Color::kBlack, a), b), diagonal && !up);
    }
  }
}

TEST(AttacksTest, LinesAndRays) {
  for (Square a = Square::kA1; a != Square::kNone; ++a) {
    EXPECT_EQ(BishopRays(a), ReferenceAttacks(PieceType::kBishop, a, kEmpty));
    EXPECT_EQ(RookRays(a), ReferenceAttacks(PieceType::kRook, a, kEmpty));
    for (Square b = Square::kA1; b != Square::kNone; ++b) {
      Bitboard between = 0;
      Bitboard through = 0;
      for (PieceType slider : {PieceType::kBishop, PieceType::kRook}) {
        if (!Contains(ReferenceAttacks(slider, a, kEmpty), b)) continue;
        between = ReferenceAttacks(slider, a, Bit(b)) & ReferenceAttacks(slider, b, Bit(a));
        through = (ReferenceAttacks(slider, a, kEmpty) & ReferenceAttacks(slider, b, kEmpty)) |
                  Bit(a) | Bit(b);
      }
      ASSERT_EQ(Between(a, b), between);
      ASSERT_EQ(LineThrough(a, b), through);
      ASSERT_EQ(Aligned(a, b, Square::kD4), Contains(through, Square::kD4));
    }
  }
}

}  // namespace
}  // namespace notochord::board
