#include "engine/board/position.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/board/zobrist.h"
#include "tests/board/position_checks.h"
#include "tests/board/position_reference.h"
#include "tests/support/data.h"
#include "tests/support/positions.h"

namespace notochord::board {
namespace {

using test::ForEachAtDepth;
using test::kParanoid;
using test::PositionFrom;

std::vector<std::string> PerftFens(const char* file) {
  std::vector<std::string> fens;
  for (const test::PerftCase& c : test::ReadPerft(file)) fens.push_back(c.fen);
  return fens;
}

constexpr std::size_t kParts = 4;

class StandardSuiteTest : public testing::TestWithParam<std::size_t> {
 protected:
  // Every position two plies away from one of this part of the suite.
  template <typename Visit>
  void ForEachPosition(const Visit& visit) {
    const std::vector<std::string> fens = PerftFens("perft/standard.epd");
    for (std::size_t i = GetParam(); i < fens.size(); i += kParts) {
      Position position = PositionFrom(fens[i]);
      ForEachAtDepth(position, kParanoid && i % 8 != 0 ? 1 : 2, visit);
      if (HasFatalFailure()) return;
    }
  }
};

TEST_P(StandardSuiteTest, FieldsEqualARecount) {
  NOTOCHORD_REQUIRE_DATA();
  ForEachPosition([](Position& position) {
    ASSERT_TRUE(position.IsConsistent()) << position.Fen();
    ASSERT_EQ(position.state(), test_reference::Recount(position)) << position.Fen();
  });
}

TEST_P(StandardSuiteTest, MovesAreUnmadeAndChecksForeseen) {
  NOTOCHORD_REQUIRE_DATA();
  ForEachPosition([](Position& position) { ExpectMovesAreExact(position); });
}

// All 65,536 moves of a few positions; all of them in the slow suite.
TEST_P(StandardSuiteTest, LegalityAgreesWithTheGenerator) {
  NOTOCHORD_REQUIRE_DATA();
  std::size_t count = 0;
  ForEachPosition([&](Position& position) {
    if (count++ % (kParanoid ? 400 : 40) == 0) ExpectLegalityIsExact(position);
  });
}

INSTANTIATE_TEST_SUITE_P(Quarter, StandardSuiteTest, testing::Range<std::size_t>(0, kParts));

TEST(PositionTest, Chess960PositionsAreExact) {
  NOTOCHORD_REQUIRE_DATA();
  for (const std::string& fen : PerftFens("perft/fischer960.epd")) {
    Position position = PositionFrom(fen);
    ASSERT_TRUE(position.IsConsistent()) << fen;
    ASSERT_EQ(position.state(), test_reference::Recount(position)) << fen;
    ExpectMovesAreExact(position);
    ExpectLegalityIsExact(position);
  }
}

TEST(PositionTest, RandomPositionsAreExact) {
  for (Position& position : test::RandomPositions(300, 41)) {
    ASSERT_TRUE(position.IsConsistent()) << position.Fen();
    ASSERT_EQ(position.state(), test_reference::Recount(position)) << position.Fen();
    ExpectMovesAreExact(position);
    ExpectLegalityIsExact(position);
  }
}

TEST(PositionTest, AWholeGameIsUnmade) {
  Rng rng(42);
  for (int game = 0; game < 20; ++game) {
    Position position = test::RandomChess960Start(rng);
    std::vector<Snapshot> snapshots;
    std::vector<Move> moves;
    while (moves.size() < 200) {
      const bool pass = !position.InCheck() && rng.Below(10) == 0;
      const Move move = pass ? Move() : test::RandomMove(position, rng);
      if (!pass && !move) break;
      snapshots.emplace_back(position);
      moves.push_back(move);
      pass ? position.MakeNull() : position.Make(move);
    }
    while (!moves.empty()) {
      moves.back() ? position.Unmake(moves.back()) : position.UnmakeNull();
      ASSERT_TRUE(snapshots.back().Equals(position));
      moves.pop_back();
      snapshots.pop_back();
    }
  }
}

TEST(PositionTest, KeysDependOnTheRightPieces) {
  const Position start;
  Position position = start;
  position.Make(Move(Square::kG1, Square::kF3));
  EXPECT_NE(position.key(), start.key());
  EXPECT_EQ(position.pawn_key(), start.pawn_key());
  EXPECT_NE(position.minor_key(), start.minor_key());
  EXPECT_EQ(position.major_key(), start.major_key());
  EXPECT_NE(position.non_pawn_key(Color::kWhite), start.non_pawn_key(Color::kWhite));
  EXPECT_EQ(position.non_pawn_key(Color::kBlack), start.non_pawn_key(Color::kBlack));
  EXPECT_EQ(position.material(), start.material());
}

TEST(PositionTest, TheKeySeesSideCastlingAndEnPassant) {
  const Key key = PositionFrom("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq - 0 1").key();
  EXPECT_NE(PositionFrom("r3k2r/8/8/8/3pP3/8/8/R3K2R w KQkq - 0 1").key(), key);
  EXPECT_NE(PositionFrom("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQk - 0 1").key(), key);
  EXPECT_NE(PositionFrom("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1").key(), key);
  // Counters are no part of it; neither is an en passant square where nobody can take.
  EXPECT_EQ(PositionFrom("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq - 9 9").key(), key);
  EXPECT_EQ(PositionFrom("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1").key(),
            PositionFrom("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1").key());
}

// The tables of a side are mirrored when its king crosses the middle, by a step or by castling.
TEST(PositionTest, PieceSquaresFollowTheKing) {
  const Position before =
      PositionFrom("r3k2r/pppq1ppp/2n2n2/8/8/2NQ1N2/PPP2PPP/R3K2R w KQkq - 0 1");
  for (const Move move : LegalMoves(before)) {
    Position after = before;
    after.Make(move);
    EXPECT_EQ(after.piece_square(), PositionFrom(after.Fen()).piece_square()) << after.Fen();
    for (const Move reply : LegalMoves(after)) {
      Position last = after;
      last.Make(reply);
      ASSERT_EQ(last.piece_square(), PositionFrom(last.Fen()).piece_square()) << last.Fen();
    }
  }
}

TEST(PositionTest, RightsAreLostForGood) {
  Position position = PositionFrom("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  position.Make(Move(Square::kA1, Square::kA8));
  EXPECT_EQ(position.Fen(), "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
  position.Make(Move(Square::kE8, Square::kE7));
  position.Make(Move(Square::kA8, Square::kA1));
  EXPECT_EQ(position.Fen(), "7r/4k3/8/8/8/8/8/R3K2R b K - 2 2");
}

TEST(PositionTest, CountersOfMoves) {
  Position position;
  position.Make(Move(Square::kG1, Square::kF3));
  position.Make(Move(Square::kG8, Square::kF6));
  EXPECT_EQ(position.rule50(), 2);
  EXPECT_EQ(position.full_move(), 2);
  position.MakeNull();
  EXPECT_EQ(position.rule50(), 3);
  EXPECT_EQ(position.side_to_move(), Color::kBlack);
  position.UnmakeNull();
  position.Make(Move(Square::kE2, Square::kE4));
  EXPECT_EQ(position.rule50(), 0);
  position.Make(Move(Square::kF6, Square::kE4));
  EXPECT_EQ(position.rule50(), 0);
  EXPECT_EQ(position.full_move(), 3);
}

TEST(PositionTest, CapturesAndTheirVictims) {
  const Position position = PositionFrom("r3k3/1P6/8/3pP3/8/8/8/R3K2R w KQ d6 0 1");
  const Move en_passant = Move::EnPassant(Square::kE5, Square::kD6);
  const Move castling = Move::Castling(Square::kE1, Square::kH1);
  const Move promotion = Move::Promotion(Square::kB7, Square::kA8, PieceType::kQueen);
  const Move step = Move::Promotion(Square::kB7, Square::kB8, PieceType::kQueen);
  EXPECT_TRUE(position.IsCapture(en_passant));
  EXPECT_EQ(position.CapturedType(en_passant), PieceType::kPawn);
  EXPECT_FALSE(position.IsCapture(castling));
  EXPECT_EQ(position.CapturedType(castling), PieceType::kNone);
  EXPECT_TRUE(position.IsCapture(promotion));
  EXPECT_EQ(position.CapturedType(promotion), PieceType::kRook);
  EXPECT_FALSE(position.IsCapture(step));
  EXPECT_TRUE(position.IsNoisy(step));
  EXPECT_FALSE(position.IsNoisy(castling));
}

TEST(PositionTest, AttacksEqualBruteForce) {
  Rng rng(43);
  for (const Position& position : test::RandomPositions(400, 44)) {
    for (const Bitboard occupied :
         {position.Pieces(), position.Pieces() & rng.Next(), position.Pieces() | rng.Next()}) {
      PerColor<Bitboard> attacked{};
      for (Square s = Square::kA1; s != Square::kNone; ++s) {
        Bitboard all = 0;
        for (Color by : kColors) {
          const Bitboard attackers = test_reference::Attackers(position, s, by, occupied);
          ASSERT_EQ(position.IsSquareAttacked(s, by, occupied), attackers != 0) << position.Fen();
          if (attackers != 0) attacked[by] |= Bit(s);
          all |= attackers;
        }
        ASSERT_EQ(position.AttackersTo(s, occupied), all) << position.Fen();
      }
      for (Color by : kColors) {
        for (const Bitboard zone : {kAllSquares, kEmpty, rng.Next(), rng.Next() & rng.Next()}) {
          ASSERT_EQ(position.AttackedInZone(zone, by, occupied), attacked[by] & zone)
              << position.Fen();
        }
      }
    }
  }
}

TEST(PositionTest, PinsChecksAndTheirSquares) {
  // The rook on e2 is pinned, the knight on d5 blocks its own bishop.
  const Position position = PositionFrom("4k3/1b2r3/8/3n4/8/5K2/4R3/8 w - - 0 1");
  EXPECT_EQ(position.Blockers(Color::kWhite), Bit(Square::kD5));
  EXPECT_EQ(position.Pinned(Color::kWhite), kEmpty);
  EXPECT_EQ(position.Pinned(Color::kBlack), Bit(Square::kE7));
  EXPECT_FALSE(position.InCheck());
  EXPECT_TRUE(Contains(position.CheckSquares(PieceType::kRook), Square::kH8));
  EXPECT_EQ(position.CheckSquares(PieceType::kQueen),
            position.CheckSquares(PieceType::kRook) | position.CheckSquares(PieceType::kBishop));
}

}  // namespace
}  // namespace notochord::board
