#include "engine/eval/scale.h"

#include <gtest/gtest.h>

#include "engine/eval/evaluate.h"
#include "tests/support/positions.h"

namespace notochord::eval {
namespace {

using board::Position;

EvalTrace TraceOf(absl::string_view fen) { return Trace(test::PositionFrom(fen)); }

int MaterialScaleOf(absl::string_view fen) {
  return MaterialScale(test::PositionFrom(fen).material(), Color::kWhite);
}

TEST(ScaleTest, WithoutPawnsASmallAdvantageIsLittle) {
  EXPECT_EQ(MaterialScaleOf("4k3/ppp5/8/8/8/8/8/2B1K3 w - -"), 0) << "one minor piece";
  EXPECT_EQ(MaterialScaleOf("4k3/ppp5/8/8/8/8/8/1NN1K3 w - -"), 0) << "two knights";
  const int rook_minor = MaterialScaleOf("r3k3/8/8/8/8/8/8/RN2K3 w - -");
  const int two_pawns = MaterialScaleOf("r3k3/8/8/8/8/8/PP6/RN2K3 w - -");
  const int many_pawns = MaterialScaleOf("r3k3/8/8/8/8/8/PPPP4/RN2K3 w - -");
  EXPECT_LT(rook_minor, kFullScale / 2);
  EXPECT_LT(rook_minor, two_pawns);
  EXPECT_LT(two_pawns, many_pawns);
  EXPECT_EQ(many_pawns, kFullScale);
  EXPECT_GE(MaterialScaleOf("4k3/n7/8/8/8/8/8/2B1KB2 w - -"), kFullScale / 2) << "bishops win";
}

TEST(ScaleTest, OppositeBishopsAreDrawish) {
  const int same = TraceOf("3bk3/5p2/8/3P4/2P5/8/1B6/4K3 w - -").scale;
  const int opposite = TraceOf("2b1k3/5p2/8/3P4/2P5/8/1B6/4K3 w - -").scale;
  EXPECT_LT(opposite, same);
  const int with_rooks = TraceOf("r1b1k3/5p2/8/3P4/2P5/8/1B6/R3K3 w - -").scale;
  EXPECT_LT(opposite, with_rooks) << "rooks leave more to play for";
}

TEST(ScaleTest, WrongBishopAndRookPawn) {
  // a8 is light: a dark-squared bishop does not guard it.
  EXPECT_EQ(TraceOf("k7/8/8/P7/8/8/8/2B1K3 w - -").value, 0);
  EXPECT_EQ(TraceOf("1k6/8/8/P7/P7/8/8/2B1K3 w - -").value, 0) << "two pawns do not help";
  EXPECT_GT(TraceOf("k7/8/8/P7/8/8/8/4KB2 w - -").value, 100) << "the right bishop";
  EXPECT_GT(TraceOf("8/8/8/P4k2/8/8/8/2B1K3 w - -").value, 100) << "the king is not there";
  EXPECT_GT(TraceOf("k7/8/8/1P6/8/8/8/2B1K3 w - -").value, 100) << "no rook pawn";
  EXPECT_EQ(TraceOf("4kb2/8/8/8/7p/8/8/7K b - -").value, 0) << "f8 is dark, h1 is light";
}

TEST(ScaleTest, RookPawnsAlone) {
  EXPECT_EQ(TraceOf("k7/8/8/P7/P7/8/8/4K3 w - -").value, 0);
  EXPECT_GT(TraceOf("8/8/8/P7/P5k1/8/8/4K3 w - -").value, 100);
}

TEST(ScaleTest, BlockadedRookEnding) {
  const int blockaded = TraceOf("4k3/R7/8/4P3/4K3/8/8/r7 w - -").scale;
  const int cut_off = TraceOf("8/R7/8/4P3/4K3/8/6k1/r7 w - -").scale;
  EXPECT_LT(blockaded, cut_off);
}

TEST(ScaleTest, BlockadedMinorEnding) {
  const int blockaded = TraceOf("8/8/1b2k3/4P3/4K3/8/3B4/8 w - -").scale;
  const int free = TraceOf("8/8/1b6/4P3/4K3/8/3B2k1/8 w - -").scale;
  EXPECT_LT(blockaded, 8);
  EXPECT_LT(blockaded, free);
}

TEST(ScaleTest, RookFortressAgainstTheQueen) {
  EXPECT_EQ(TraceOf("1k6/1p6/2r5/8/4K3/8/8/6Q1 w - -").value, 0);
  EXPECT_GT(TraceOf("8/1p6/8/2r5/4K3/8/k7/6Q1 w - -").value, 0);
}

TEST(ScaleTest, OrdinaryPositionsAreNotLookedAt) {
  EXPECT_FALSE(HasSpecialScale(Position().material()));
  EXPECT_EQ(Trace(Position()).scale, kFullScale);
}

}  // namespace
}  // namespace notochord::eval
