#include "engine/board/notation.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/board/movegen.h"
#include "tests/support/data.h"
#include "tests/support/positions.h"

namespace notochord::board {
namespace {

using test::PositionFrom;

// Every legal move has its own UCI and SAN text, and both find it again.
void ExpectMovesComeBack(const Position& position) {
  std::set<std::string> names;
  std::set<std::string> sans;
  for (const Move move : LegalMoves(position)) {
    const std::string uci = ToUci(move, true);
    ASSERT_TRUE(names.insert(uci).second) << uci << " twice in " << position.Fen();
    const absl::StatusOr<Move> parsed = ParseUciMove(position, uci);
    ASSERT_TRUE(parsed.ok()) << position.Fen() << ": " << parsed.status();
    ASSERT_EQ(*parsed, move) << uci;

    const std::string san = ToSan(position, move);
    ASSERT_TRUE(sans.insert(san).second) << san << " twice in " << position.Fen();
    const absl::StatusOr<Move> read = ParseSan(position, san);
    ASSERT_TRUE(read.ok()) << position.Fen() << ": " << read.status();
    ASSERT_EQ(*read, move) << san;
  }
}

TEST(NotationTest, MovesOfRandomPositionsComeBack) {
  for (const Position& position : test::RandomPositions(500, 31)) ExpectMovesComeBack(position);
}

class SuiteNotationTest : public testing::TestWithParam<std::size_t> {};

TEST_P(SuiteNotationTest, MovesComeBack) {
  NOTOCHORD_REQUIRE_DATA();
  const std::vector<std::string> fens = test::SuiteFens();
  const std::size_t step = test::kParanoid ? 4 * 16 : 4;
  for (std::size_t i = GetParam(); i < fens.size(); i += step) {
    ExpectMovesComeBack(PositionFrom(fens[i]));
  }
}

INSTANTIATE_TEST_SUITE_P(Quarter, SuiteNotationTest, testing::Range<std::size_t>(0, 4));

// The best moves of the suites are written by other programs.
TEST(NotationTest, BestMovesOfSuitesAreLegal) {
  NOTOCHORD_REQUIRE_DATA();
  std::size_t read = 0;
  for (const char* file : {"suites/bratko_kopec.epd", "suites/kaufman.epd", "suites/wac.epd",
                           "suites/mate/mate_in_2.epd", "suites/sts/STS1-STS15_LAN_v6.epd"}) {
    for (const test::EpdCase& epd : test::ReadEpd(file)) {
      const Position position = PositionFrom(epd.fen);
      const auto best = epd.operations.find("bm");
      if (best == epd.operations.end()) continue;
      for (const absl::string_view san : absl::StrSplit(best->second, ' ', absl::SkipEmpty())) {
        if (san == "bm") continue;  // one row says it twice
        EXPECT_TRUE(ParseSan(position, san).ok()) << epd.fen << " " << san;
        ++read;
      }
      const auto listed = epd.operations.find("c9");
      if (listed == epd.operations.end()) continue;
      const std::vector<std::string> names = absl::StrSplit(listed->second, ' ');
      const std::vector<std::string> sans = absl::StrSplit(epd.operations.at("c7"), ' ');
      ASSERT_EQ(names.size(), sans.size());
      for (std::size_t i = 0; i < names.size(); ++i) {
        const absl::StatusOr<Move> move = ParseUciMove(position, names[i]);
        ASSERT_TRUE(move.ok()) << epd.fen << ": " << move.status();
        EXPECT_EQ(ToSan(position, *move), sans[i]) << epd.fen;
      }
    }
  }
  EXPECT_GT(read, 1000U);
}

TEST(NotationTest, CastlingInBothSpellings) {
  const Position position = PositionFrom("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const Move king_side = Move::Castling(Square::kE1, Square::kH1);
  const Move queen_side = Move::Castling(Square::kE1, Square::kA1);
  EXPECT_EQ(ToUci(king_side, false), "e1g1");
  EXPECT_EQ(ToUci(king_side, true), "e1h1");
  EXPECT_EQ(ToUci(queen_side, false), "e1c1");
  EXPECT_EQ(ToUci(queen_side, true), "e1a1");
  EXPECT_EQ(ToSan(position, king_side), "O-O");
  EXPECT_EQ(ToSan(position, queen_side), "O-O-O");
  for (const char* text : {"e1g1", "e1h1", "E1G1"}) {
    EXPECT_EQ(ParseUciMove(position, text).value(), king_side) << text;
  }
  for (const char* text : {"e1c1", "e1a1"}) {
    EXPECT_EQ(ParseUciMove(position, text).value(), queen_side) << text;
  }
  for (const char* text : {"O-O", "0-0", "O-O!", "0-0+?"}) {
    EXPECT_EQ(ParseSan(position, text).value(), king_side) << text;
  }
  EXPECT_EQ(ParseSan(position, "0-0-0").value(), queen_side);
}

TEST(NotationTest, CastlingFromOtherHomesIsNeverWrittenAsAStep) {
  const Position position = PositionFrom("3k4/8/8/8/8/8/8/1R1K2R1 w BG - 0 1");
  const Move queen_side = Move::Castling(Square::kD1, Square::kB1);
  EXPECT_EQ(ToUci(queen_side, false), "d1b1");
  EXPECT_EQ(ParseUciMove(position, "d1b1").value(), queen_side);
  EXPECT_EQ(ParseUciMove(position, "d1c1").value(), Move(Square::kD1, Square::kC1));
  // Where no step is meant, the king's way is understood.
  EXPECT_EQ(ParseUciMove(position, "d1g1").value(), Move::Castling(Square::kD1, Square::kG1));
}

TEST(NotationTest, AKingStepIsNoCastling) {
  // From f1 the king may step to g1 or castle with the rook on h1, which also ends on g1.
  const Position position = PositionFrom("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
  EXPECT_EQ(ParseUciMove(position, "f1g1").value(), Move(Square::kF1, Square::kG1));
  EXPECT_EQ(ParseUciMove(position, "f1h1").value(), Move::Castling(Square::kF1, Square::kH1));
}

TEST(NotationTest, SanOfSpecialMoves) {
  struct Case {
    const char* fen;
    const char* uci;
    const char* san;
  };
  for (const Case& c : {
           Case{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"},
           Case{"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "axb8=N"},
           Case{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", "dxe3"},
           Case{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8#"},
           Case{"4k3/8/8/8/8/8/R6R/4K3 w - - 0 1", "a2e2", "Rae2+"},
           Case{"R3k3/8/8/R7/8/8/8/4K3 b - - 0 1", "e8d7", "Kd7"},
           Case{"7k/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"},
           Case{"8/2k5/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"},
           Case{"k7/8/8/8/1b6/2N5/8/N3K3 w - - 0 1", "a1b3", "Nb3"},  // the other one is pinned
       }) {
    const Position position = PositionFrom(c.fen);
    const absl::StatusOr<Move> move = ParseUciMove(position, c.uci);
    ASSERT_TRUE(move.ok()) << c.fen << " " << c.uci;
    EXPECT_EQ(ToSan(position, *move), c.san) << c.fen;
    EXPECT_EQ(ParseSan(position, c.san).value(), *move);
    EXPECT_EQ(ToUci(*move, false), c.uci);
  }
}

TEST(NotationTest, SanIsReadForgivingly) {
  const Position position = PositionFrom("1n2k3/P7/8/3p4/4P3/5N2/8/4K3 w - - 0 1");
  const Move capture(Square::kE4, Square::kD5);
  for (const char* text : {"exd5", "ed5", "e4xd5", "e4d5", "e:d5", "exd5!?", "e4-d5"}) {
    const absl::StatusOr<Move> move = ParseSan(position, text);
    ASSERT_TRUE(move.ok()) << text;
    EXPECT_EQ(*move, capture) << text;
  }
  const Move promotion = Move::Promotion(Square::kA7, Square::kB8, PieceType::kQueen);
  for (const char* text : {"axb8=Q+", "axb8Q", "ab8Q", "a7xb8=Q"}) {
    const absl::StatusOr<Move> move = ParseSan(position, text);
    ASSERT_TRUE(move.ok()) << text;
    EXPECT_EQ(*move, promotion) << text;
  }
  for (const char* text : {"Ng5", "Nf3g5", "Nf3-g5", "Nfg5", "N3g5"}) {
    const absl::StatusOr<Move> move = ParseSan(position, text);
    ASSERT_TRUE(move.ok()) << text;
    EXPECT_EQ(*move, Move(Square::kF3, Square::kG5)) << text;
  }
}

TEST(NotationTest, WhatIsNoMoveIsRefused) {
  const Position position;
  for (const char* text : {"", " ", "e2", "e2e5", "e2e4q", "0000", "e7e5", "e1g1", "e2e4 ", "i2i4",
                           "\xFF\xFE", "e2\ne4"}) {
    const absl::StatusOr<Move> move = ParseUciMove(position, text);
    ASSERT_FALSE(move.ok()) << text;
    EXPECT_EQ(move.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_NE(move.status().message().find("is no legal move"), absl::string_view::npos);
  }
  for (const char* text : {"", "+", "K", "N", "=Q", "Nf", "Nf4", "e5", "O-O", "O-O-O-O", "Nxxf9",
                           "e4=Q", "abcdefgh", "--", "e2e4e5"}) {
    EXPECT_FALSE(ParseSan(position, text).ok()) << text;
  }
  const Position rooks = PositionFrom("6k1/8/8/8/8/8/R6R/4K3 w - - 0 1");
  EXPECT_EQ(ParseSan(rooks, "Re2").status().message(), "'Re2' is ambiguous");
}

TEST(NotationTest, SquaresAndPieces) {
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    EXPECT_EQ(SquareFromName(SquareName(s)), s);
  }
  EXPECT_EQ(SquareName(Square::kNone), "-");
  EXPECT_EQ(SquareName(Square::kE4), "e4");
  for (const char* text : {"", "e", "e44", "4e", "E4", "i1", "a0", "a9"}) {
    EXPECT_EQ(SquareFromName(text), Square::kNone) << text;
  }
  EXPECT_EQ(PieceLetter(Piece::kWhiteKnight), 'N');
  EXPECT_EQ(PieceLetter(Piece::kBlackKing), 'k');
  for (std::size_t i = 0; i < kPieceCount; ++i) {
    const auto piece = static_cast<Piece>(i);
    EXPECT_EQ(PieceFromLetter(PieceLetter(piece)), piece);
  }
  for (const char c : {'\0', ' ', 'x', '1'}) EXPECT_EQ(PieceFromLetter(c), Piece::kNone);
  EXPECT_EQ(PieceTypeFromUpper('Q'), PieceType::kQueen);
  for (const char c : {'q', '\0', 'x'}) EXPECT_EQ(PieceTypeFromUpper(c), PieceType::kNone);
}

}  // namespace
}  // namespace notochord::board
