#include "engine/board/movegen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "engine/board/notation.h"
#include "tests/support/data.h"
#include "tests/support/positions.h"

namespace notochord::board {
namespace {

using test::PositionFrom;

std::vector<std::uint16_t> Sorted(const MoveList& list) {
  std::vector<std::uint16_t> bits;
  for (const Move move : list) bits.push_back(move.bits());
  std::sort(bits.begin(), bits.end());
  return bits;
}

void ExpectKindsAddUp(const Position& position) {
  const MoveList all = LegalMoves(position);
  const std::vector<std::uint16_t> expected = Sorted(all);
  ASSERT_EQ(std::adjacent_find(expected.begin(), expected.end()), expected.end());
  ASSERT_EQ(CountLegalMoves(position), all.size());
  ASSERT_EQ(HasLegalMove(position), !all.empty());

  MoveList both;
  Generate<GenerationKind::kNoisy>(position, both);
  for (const Move move : both) ASSERT_TRUE(position.IsNoisy(move)) << ToUci(move, true);
  const std::size_t noisy = both.size();
  Generate<GenerationKind::kQuiet>(position, both);
  for (std::size_t i = noisy; i < both.size(); ++i) {
    ASSERT_FALSE(position.IsNoisy(both[i])) << ToUci(both[i], true);
  }
  ASSERT_EQ(Sorted(both), expected) << position.Fen();

  // Quiet checks are appended: what is in the list stays.
  MoveList checks;
  checks.push_back(Move());
  Generate<GenerationKind::kQuietChecks>(position, checks);
  ASSERT_FALSE(checks[0]);
  MoveList wanted;
  wanted.push_back(Move());
  Position next = position;
  for (std::size_t i = noisy; i < both.size(); ++i) {
    next.Make(both[i]);
    if (next.InCheck()) wanted.push_back(both[i]);
    next.Unmake(both[i]);
  }
  ASSERT_EQ(Sorted(checks), Sorted(wanted)) << position.Fen();
}

TEST(MovegenTest, KindsAddUpInRandomPositions) {
  for (const Position& position : test::RandomPositions(1500, 11)) ExpectKindsAddUp(position);
}

TEST(MovegenTest, KindsAddUpInSuitePositions) {
  NOTOCHORD_REQUIRE_DATA();
  const std::vector<std::string> fens = test::SuiteFens();
  for (std::size_t i = 0; i < fens.size(); i += test::kParanoid ? 8 : 1) {
    ExpectKindsAddUp(PositionFrom(fens[i]));
  }
}

struct Count {
  const char* fen;
  std::size_t moves;
  const char* why;
};

TEST(MovegenTest, SpecialPositions) {
  for (const Count& c : {
           Count{"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218, "the most moves"},
           Count{"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", 6, "en passant opens the rank"},
           Count{"8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", 6, "en passant blocks the check"},
           Count{"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", 9, "en passant takes the checker"},
           Count{"4k3/8/4r3/8/8/3b4/8/4K3 w - - 0 1", 3, "single check, three ways out"},
           Count{"4k3/8/4r3/8/8/5n2/4R3/4K3 w - - 0 1", 3, "a pinned rook cannot take the knight"},
           Count{"4k3/8/8/8/4r3/3n4/8/4K2R w K - 0 1", 3, "double check: the king alone"},
           Count{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0, "stalemate"},
           Count{"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 0, "mate"},
       }) {
    const Position position = PositionFrom(c.fen);
    EXPECT_EQ(LegalMoves(position).size(), c.moves) << c.why << ": " << c.fen;
    ExpectKindsAddUp(position);
  }
}

bool HasMove(const char* fen, const char* uci) {
  const Position position = PositionFrom(fen);
  const MoveList moves = LegalMoves(position);
  return std::any_of(moves.begin(), moves.end(),
                     [&](Move move) { return ToUci(move, true) == uci; });
}

TEST(MovegenTest, Castling) {
  EXPECT_TRUE(HasMove("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1"));
  EXPECT_TRUE(HasMove("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1"));
  EXPECT_FALSE(HasMove("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1h1")) << "no right";
  EXPECT_FALSE(HasMove("4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1", "e1h1")) << "in check";
  EXPECT_FALSE(HasMove("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", "e1h1")) << "through check";
  EXPECT_FALSE(HasMove("4k3/8/8/8/8/6r1/8/R3K2R w KQ - 0 1", "e1h1")) << "into check";
  EXPECT_TRUE(HasMove("4k3/8/8/8/8/7r/8/R3K2R w KQ - 0 1", "e1h1")) << "the rook is attacked";
  EXPECT_TRUE(HasMove("4k3/8/8/8/8/1r6/8/R3K2R w KQ - 0 1", "e1a1")) << "the rook's path is";
  EXPECT_FALSE(HasMove("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1a1"))
      << "the rook's path is not free";
}

TEST(MovegenTest, Chess960Castling) {
  // The rook leaves the line from a1 to the king's target square.
  EXPECT_FALSE(HasMove("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "d1b1"));
  EXPECT_TRUE(HasMove("4k3/8/8/8/8/8/r7/1R1K4 w B - 0 1", "d1b1"));
  // King and rook change places; the king stays where it is.
  EXPECT_TRUE(HasMove("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"));
  EXPECT_TRUE(HasMove("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1"));
  // Another piece in the way of the rook only.
  EXPECT_FALSE(HasMove("4k3/8/8/8/8/8/8/R1NK4 w A - 0 1", "d1a1"));
  EXPECT_FALSE(HasMove("4k3/8/8/8/8/8/8/1R1NK3 w B - 0 1", "e1b1"));
}

}  // namespace
}  // namespace notochord::board
