#include "engine/uci/mate_line.h"

#include <gtest/gtest.h>

#include "absl/strings/str_split.h"
#include "engine/base/value.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "tests/support/positions.h"

namespace notochord::uci {
namespace {

using board::Move;
using board::Position;

class MateLineTest : public testing::Test {
 protected:
  std::vector<Move> Complete(const Position& position, int score, std::vector<Move> line,
                             int budget = 100'000) {
    CompleteMateLine(position, table_, score, budget, line);
    return line;
  }
  static bool EndsInMate(Position position, const std::vector<Move>& line) {
    for (const Move move : line) {
      EXPECT_TRUE(position.IsPseudoLegal(move) && position.IsLegal(move));
      position.Make(move);
    }
    return position.InCheck() && !board::HasLegalMove(position);
  }
  void Know(const Position& position, absl::string_view move, int score, tt::Bound bound) {
    table_.Store(position.key(), {move.empty() ? Move() : *board::ParseUciMove(position, move),
                                  score, 0, 9, bound, false});
  }

  tt::TranspositionTable table_;
};

TEST_F(MateLineTest, NearMatesNeedNoTable) {
  const Position two = test::PositionFrom("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
  const Move rook = *board::ParseUciMove(two, "a1a6");
  for (const std::vector<Move>& line : {std::vector<Move>{}, std::vector<Move>{rook}}) {
    const std::vector<Move> complete = Complete(two, MateIn(3), line);
    ASSERT_EQ(complete.size(), 3U);
    EXPECT_EQ(complete[0], rook);
    EXPECT_TRUE(EndsInMate(two, complete));
  }
  const Position mated = test::PositionFrom("7k/5K2/8/8/8/8/8/6R1 b - - 0 1");
  const std::vector<Move> complete = Complete(mated, MatedIn(2), {});
  EXPECT_EQ(complete.size(), 2U);
  EXPECT_TRUE(EndsInMate(mated, complete));
}

// Kd6 Kf8 Ke6 Kg8 Kf6 Kh8 Kg6 Kg8 Ra8: too long for a proof.
TEST_F(MateLineTest, FarMatesFollowTheTable) {
  const Position start = test::PositionFrom("4k3/R7/2K5/8/8/8/8/8 w - - 0 1");
  const std::vector<Move> head = {*board::ParseUciMove(start, "c6d6")};
  EXPECT_EQ(Complete(start, MateIn(9), head), head);
  Position walk = start;
  int plies = 9;
  for (const char* move : {"c6d6", "e8f8", "d6e6", "f8g8", "e6f6"}) {
    if (plies % 2 == 1) Know(walk, move, MateIn(plies), tt::Bound::kLower);
    walk.Make(*board::ParseUciMove(walk, move));
    --plies;
  }
  for (const std::vector<Move>& line : {std::vector<Move>{}, head}) {
    const std::vector<Move> complete = Complete(start, MateIn(9), line);
    ASSERT_EQ(complete.size(), 9U);
    EXPECT_TRUE(EndsInMate(start, complete));
  }
  EXPECT_EQ(Complete(start, MateIn(9), head, 3), head);  // not without means
}

TEST_F(MateLineTest, LeavesAloneWhatItCannotMend) {
  const Position start;
  EXPECT_TRUE(Complete(start, 120, {}).empty());
  EXPECT_TRUE(Complete(start, MateIn(1), {}).empty());
  EXPECT_TRUE(Complete(start, MateIn(3), {}).empty());
  // A mate in one is no mate in two.
  const Position one = test::PositionFrom("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
  EXPECT_EQ(Complete(one, MateIn(1), {}).size(), 1U);
  EXPECT_EQ(Complete(one, MateIn(1), Complete(one, MateIn(1), {})).size(), 1U);
}

}  // namespace
}  // namespace notochord::uci
