#include "engine/board/see.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "tests/board/see_reference.h"
#include "tests/support/data.h"
#include "tests/support/positions.h"

namespace notochord::board {
namespace {

using test::PositionFrom;
using test::ReferenceSee;

constexpr SeeValues kRoundValues = {.value = {100, 300, 300, 500, 900, 0, 0}};

int SeeOf(absl::string_view fen, absl::string_view move) {
  const Position position = PositionFrom(fen);
  const absl::StatusOr<Move> parsed = ParseUciMove(position, move);
  EXPECT_TRUE(parsed.ok()) << fen << ' ' << move;
  return See(position, *parsed, kRoundValues);
}

// For the reference: the given values, or those of the search.
SeeValues TableOf(const SeeValues& values) { return values; }
SeeValues TableOf() {
  SeeValues table{};
  for (PieceType pt : kPieceTypes) table.value[Index(pt)] = TunedSeeValues{}[pt];
  return table;
}

// Both forms and the reference give one answer. The threshold form changes its answer at one
// threshold only, if it is right: we look around it, around zero and at random places.
template <typename... Values>
void CheckMove(const Position& position, Move move, Rng& rng, const Values&... values) {
  const int exact = See(position, move, values...);
  ASSERT_EQ(exact, ReferenceSee(position, move, TableOf(values...)))
      << position.Fen() << ' ' << ToUci(move, true);
  std::vector<int> thresholds = {exact - 1, exact, exact + 1, -1, 0, 1};
  for (int i = 0; i < 4; ++i) thresholds.push_back(static_cast<int>(rng.Below(6000)) - 3000);
  for (const int threshold : thresholds) {
    ASSERT_EQ(SeeAtLeast(position, move, threshold, values...), exact >= threshold)
        << position.Fen() << ' ' << ToUci(move, true) << " threshold " << threshold;
  }
}

template <typename... Values>
void CheckAllMoves(const Position& position, Rng& rng, const Values&... values) {
  for (const Move move : LegalMoves(position)) {
    CheckMove(position, move, rng, values...);
    if (testing::Test::HasFatalFailure()) return;
  }
}

// Within the ranges of the parameters: minor pieces may be worth more than a rook.
SeeValues RandomValues(Rng& rng) {
  const auto between = [&](unsigned low, unsigned high) {
    return static_cast<int>(low + rng.Below(high - low + 1));
  };
  return {.value = {between(50, 200), between(200, 600), between(200, 600), between(400, 900),
                    between(800, 1800), 0, 0}};
}

// Crowded boards, far from any game: long exchanges with many batteries, pawns before promotion.
std::vector<Position> CrowdedPositions(std::size_t count, Rng& rng) {
  std::vector<Position> positions;
  while (positions.size() < count) {
    Setup setup;
    const auto put = [&](Piece p) {
      Square s = SquareAt(rng.Below(kSquareCount));
      while (setup.board[s] != Piece::kNone) s = SquareAt(rng.Below(kSquareCount));
      const bool bad_pawn =
          TypeOf(p) == PieceType::kPawn && (RankOf(s) == Rank::k1 || RankOf(s) == Rank::k8);
      if (!bad_pawn) setup.board[s] = p;
    };
    for (const Color c : kColors) {
      put(MakePiece(c, PieceType::kKing));
      for (std::size_t n = rng.Below(5); n > 0; --n) put(MakePiece(c, PieceType::kPawn));
      for (std::size_t n = 2 + rng.Below(8); n > 0; --n) {
        put(MakePiece(c, static_cast<PieceType>(1 + rng.Below(4))));
      }
    }
    setup.side_to_move = static_cast<Color>(rng.Below(2));
    absl::StatusOr<Position> position = Position::FromSetup(setup);
    if (position.ok()) positions.push_back(*std::move(position));
  }
  return positions;
}

TEST(SeeTest, QuietMovesToSafeAndAttackedSquares) {
  EXPECT_EQ(SeeOf(Position::kStartFen, "e2e4"), 0);
  EXPECT_EQ(SeeOf("4k3/3p4/8/8/4N3/8/8/4K3 w - - 0 1", "e4c5"), 0);
  EXPECT_EQ(SeeOf("4k3/3p4/8/8/4N3/8/8/4K3 w - - 0 1", "e4d6"), 0);
  EXPECT_EQ(SeeOf("4k3/2p5/8/8/4N3/8/8/4K3 w - - 0 1", "e4d6"), -300);
}

TEST(SeeTest, CastlingIsNothing) {
  EXPECT_EQ(SeeOf("4k2r/8/8/8/8/8/6r1/4K2R b k - 0 1", "e8g8"), 0);
  const Position position = PositionFrom("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const Move castling = Move::Castling(Square::kE1, Square::kH1);
  EXPECT_TRUE(SeeAtLeast(position, castling, 0));
  EXPECT_FALSE(SeeAtLeast(position, castling, 1));
}

TEST(SeeTest, SlidersBehindPawnsRooksBishopsAndQueensJoinIn) {
  // The bishop behind the pawn makes the difference.
  EXPECT_EQ(SeeOf("7k/8/1b6/2p5/3P4/4P3/8/K7 b - - 0 1", "c5d4"), 100);
  EXPECT_EQ(SeeOf("7k/8/8/2p5/3P4/4P3/8/K7 b - - 0 1", "c5d4"), 0);
  // Queen before rook loses the queen for pawn and rook; rook before queen wins the pawn.
  EXPECT_EQ(SeeOf("3rk3/8/8/3p4/8/3Q4/3R4/4K3 w - - 0 1", "d3d5"), 100 - 900 + 500);
  EXPECT_EQ(SeeOf("3rk3/8/8/3p4/8/3R4/3Q4/4K3 w - - 0 1", "d3d5"), 100);
}

TEST(SeeTest, KingCapturesOnlyWhereNothingAttacksHim) {
  EXPECT_EQ(SeeOf("8/8/4k3/3p4/8/8/8/K2R4 w - - 0 1", "d1d5"), 100 - 500);
  // A rook behind the rook, and the other king, protect it.
  EXPECT_EQ(SeeOf("8/8/4k3/3p4/8/8/3R4/K2R4 w - - 0 1", "d2d5"), 100);
  EXPECT_EQ(SeeOf("8/8/4k3/3p4/2K5/8/8/3R4 w - - 0 1", "d1d5"), 100);
  // Both kings may come last, when the others are gone.
  EXPECT_EQ(SeeOf("3r4/8/4k3/3p4/2K5/8/8/3R4 w - - 0 1", "d1d5"), 100 - 500);
  EXPECT_EQ(SeeOf("3r3k/8/8/3p4/2K5/8/8/3R4 w - - 0 1", "d1d5"), 100 - 500 + 500);
}

TEST(SeeTest, EnPassantOpensTheVictimsLines) {
  EXPECT_EQ(SeeOf("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"), 100);
  EXPECT_EQ(SeeOf("3rk3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"), 0);
  // The rook on d1 protects the pawn through the square of its victim.
  EXPECT_EQ(SeeOf("3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 2", "e5d6"), 100);
}

TEST(SeeTest, PromotionsFirstAndInsideTheExchange) {
  EXPECT_EQ(SeeOf("8/4P3/8/8/8/8/8/K6k w - - 0 1", "e7e8q"), 800);
  EXPECT_EQ(SeeOf("8/4P3/8/8/8/8/8/K6k w - - 0 1", "e7e8n"), 200);
  EXPECT_EQ(SeeOf("2r5/4P3/8/8/8/8/8/K6k w - - 0 1", "e7e8r"), -100);
  // The recapturing pawn becomes a queen ...
  EXPECT_EQ(SeeOf("3N4/2P5/2n5/1k6/8/8/8/4K3 b - - 0 1", "c6d8"), 300 - 300 - 800);
  // ... and can be lost as one.
  EXPECT_EQ(SeeOf("3N4/2P5/2n5/1k4b1/8/8/8/4K3 b - - 0 1", "c6d8"), 300 - 300 - 800 + 900);
}

TEST(SeeTest, DefaultValuesAreTheParameters) {
  const Position position = PositionFrom("4k3/8/8/3r4/8/8/8/3RK3 w - - 0 1");
  EXPECT_EQ(See(position, Move(Square::kD1, Square::kD5)), params::kSeeRook);
  EXPECT_TRUE(SeeAtLeast(position, Move(Square::kD1, Square::kD5), params::kSeeRook));
  EXPECT_FALSE(SeeAtLeast(position, Move(Square::kD1, Square::kD5), params::kSeeRook + 1));
}

// The published table. Two of its rows need a reading of their own.
TEST(SeeTest, PublishedExchanges) {
  NOTOCHORD_REQUIRE_DATA();
  std::size_t rows = 0;
  Rng rng(1);
  for (const std::string& line : test::ReadLines("see/see.epd")) {
    SCOPED_TRACE(line);
    const std::vector<absl::string_view> fields = absl::StrSplit(line, ';');
    ASSERT_GE(fields.size(), 3U);
    const absl::string_view fen = absl::StripAsciiWhitespace(fields[0]);
    const absl::string_view san = absl::StripAsciiWhitespace(fields[1]);
    int expected = 0;
    ASSERT_TRUE(absl::SimpleAtoi(absl::StripAsciiWhitespace(fields[2]), &expected));
    const Position position = PositionFrom(fen);

    std::vector<Move> moves;
    if (fen == "8/8/1k6/8/8/2N1N3/2p1p1K1/3n4 w - -") {
      // "Nxd1" fits both knights; the exchange is worth the same with either first.
      moves = {Move(Square::kC3, Square::kD1), Move(Square::kE3, Square::kD1)};
    } else {
      const absl::StatusOr<Move> move = ParseSan(position, san);
      ASSERT_TRUE(move.ok()) << move.status();
      moves = {*move};
    }
    if (fen == "8/8/8/1k6/6b1/4N3/2p3K1/3n4 w - -") {
      // The table lets the pawn recapture on the first rank without promoting. By the rules it
      // becomes a queen, which White cannot take: N - (N + Q - P).
      ASSERT_EQ(expected, 0);
      expected = -800;
    }
    for (const Move move : moves) {
      EXPECT_EQ(See(position, move, kRoundValues), expected);
      CheckMove(position, move, rng, kRoundValues);
    }
    ++rows;
  }
  EXPECT_EQ(rows, 74U);
}

TEST(SeeTest, SuitePositionsAgreeWithTheReference) {
  NOTOCHORD_REQUIRE_DATA();
  Rng rng(2);
  for (const std::string& fen : test::SuiteFens()) {
    const Position position = PositionFrom(fen);
    ASSERT_NO_FATAL_FAILURE(CheckAllMoves(position, rng));
    ASSERT_NO_FATAL_FAILURE(CheckAllMoves(position, rng, kRoundValues));
  }
}

TEST(SeeTest, RandomGamesAgreeWithTheReference) {
  Rng rng(3);
  for (const Position& position : test::RandomPositions(test::kParanoid ? 300 : 3000, 4)) {
    ASSERT_NO_FATAL_FAILURE(CheckAllMoves(position, rng));
    ASSERT_NO_FATAL_FAILURE(CheckAllMoves(position, rng, RandomValues(rng)));
  }
}

TEST(SeeTest, CrowdedBoardsAgreeWithTheReference) {
  Rng rng(5);
  for (const Position& position : CrowdedPositions(test::kParanoid ? 500 : 5000, rng)) {
    ASSERT_NO_FATAL_FAILURE(CheckAllMoves(position, rng));
    ASSERT_NO_FATAL_FAILURE(CheckAllMoves(position, rng, RandomValues(rng)));
  }
}

TEST(SeeTest, NothingRecapturesWhereTheOpponentDoesNotAttack) {
  // The rook takes a pawn that a pawn guards.
  const Position position = PositionFrom("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1");
  const Move capture(Square::kD1, Square::kD5);
  EXPECT_FALSE(SeeAtLeast(position, capture, params::kSeePawn));
  EXPECT_FALSE(SeeAtLeast(position, capture, params::kSeePawn, Bit(Square::kD5)));
  EXPECT_TRUE(SeeAtLeast(position, capture, params::kSeePawn, ~Bit(Square::kD5)));
  EXPECT_FALSE(SeeAtLeast(position, capture, params::kSeePawn + 1, ~Bit(Square::kD5)));
}

TEST(SeeTest, FormsAgreeForEveryThreshold) {
  Rng rng(6);
  for (const Position& position : CrowdedPositions(20, rng)) {
    for (const Move move : LegalMoves(position)) {
      const int exact = See(position, move);
      for (int threshold = -2 * params::kSeeQueen; threshold <= 3 * params::kSeeQueen;
           ++threshold) {
        ASSERT_EQ(SeeAtLeast(position, move, threshold), exact >= threshold)
            << position.Fen() << ' ' << ToUci(move, true) << " threshold " << threshold;
      }
    }
  }
}

}  // namespace
}  // namespace notochord::board
