#include "engine/eval/endgame.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>

#include "absl/strings/numbers.h"
#include "engine/board/movegen.h"
#include "engine/board/setup.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/kpk_bitbase.h"
#include "tests/support/data.h"
#include "tests/support/positions.h"

namespace notochord::eval {
namespace {

using board::Position;

int Value(absl::string_view fen) {
  Evaluator evaluator;
  return evaluator.Evaluate(test::PositionFrom(fen));
}

Endgame Classify(absl::string_view fen) {
  return ClassifyEndgame(test::PositionFrom(fen).material());
}

TEST(EndgameTest, KnowsMaterialOfBothColours) {
  EXPECT_EQ(Classify("4k3/8/8/8/8/8/4P3/4K3 w - -"), Endgame::kKpk);
  EXPECT_EQ(Classify("4k3/4p3/8/8/8/8/8/4K3 w - -"), Endgame::kKpk);
  EXPECT_EQ(Classify("4k3/8/8/8/8/8/8/2B1K1N1 w - -"), Endgame::kKbnk);
  EXPECT_EQ(Classify("4k3/8/8/8/8/8/8/R3K3 w - -"), Endgame::kKxk);
  EXPECT_EQ(Classify("r3k3/8/8/8/8/8/4P3/4K3 w - -"), Endgame::kKrkp);
  EXPECT_EQ(Classify("4kb2/8/8/8/8/8/8/R3K3 w - -"), Endgame::kKrkb);
  EXPECT_EQ(Classify("4k1n1/8/8/8/8/8/8/R3K3 w - -"), Endgame::kKrkn);
  EXPECT_EQ(Classify("3qk3/8/8/8/8/8/4P3/4K3 w - -"), Endgame::kKqkp);
  EXPECT_EQ(Classify("r3k3/8/8/8/8/8/8/3QK3 w - -"), Endgame::kKqkr);
  EXPECT_EQ(Classify("4k3/8/8/8/8/8/8/2N1KN2 w - -"), Endgame::kDraw);
  EXPECT_EQ(Classify("2b1k3/8/8/8/8/8/8/2B1K3 w - -"), Endgame::kDraw);
  EXPECT_EQ(Classify("4k3/8/8/8/8/8/4P3/3NK3 w - -"), Endgame::kNone);
  EXPECT_EQ(ClassifyEndgame(Position().material()), Endgame::kNone);
}

TEST(EndgameTest, InsufficientMaterialIsADraw) {
  for (const char* fen :
       {"4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/2B1K3 w - -", "4k3/8/8/8/8/8/8/2N1K3 b - -",
        "4k3/8/8/8/8/8/8/2N1KN2 w - -", "2b1k3/8/8/8/8/8/8/2B1K3 w - -",
        "1b2k3/8/8/8/8/8/8/2B1K3 w - -", "2n1k3/8/8/8/8/8/8/2B1K3 b - -"}) {
    EXPECT_EQ(Value(fen), 0) << fen;
  }
}

// Two bishops of one colour (after a promotion) mate nobody.
TEST(EndgameTest, BishopsOfOneColorDraw) {
  EXPECT_EQ(Value("4k3/8/8/8/8/8/8/B1B1K3 w - -"), 0);
  EXPECT_GT(Value("4k3/8/8/8/8/8/8/1BB1K3 w - -"), kKnownWin);
}

TEST(EndgameTest, StalemateIsNoWin) {
  EXPECT_EQ(Value("7k/8/6Q1/8/8/8/8/4K3 b - -"), 0);
  EXPECT_LT(Value("7k/8/5Q2/8/8/8/8/4K3 b - -"), -kKnownWin);
}

// Against the real move generator: won for the pawn's side where some move keeps it won, for the
// other side where all do.
TEST(KpkTest, AgreesWithOneMoveMore) {
  const auto is_won = [](const Position& pos) -> bool {
    constexpr Color strong = Color::kWhite;
    const Bitboard pawns = pos.Pieces(strong, PieceType::kPawn);
    if (pawns == 0) {  // promoted, or the pawn is lost
      if (!pos.material().HasNonPawns(strong)) return false;
      for (const board::Move move : board::LegalMoves(pos)) {
        if (pos.IsCapture(move)) return false;
      }
      return board::HasLegalMove(pos) || pos.InCheck();
    }
    return IsKpkWon(strong, pos.KingSquare(strong), board::FirstSquare(pawns),
                    pos.KingSquare(~strong), pos.side_to_move());
  };
  Rng rng(42);
  int checked = 0;
  int won = 0;
  while (checked < (test::kParanoid ? 1000 : 20000)) {
    board::Setup setup;
    setup.board[SquareAt(rng.Below(64))] = Piece::kWhiteKing;
    setup.board[SquareAt(rng.Below(64))] = Piece::kBlackKing;
    setup.board[SquareAt(8 + rng.Below(48))] = Piece::kWhitePawn;
    setup.side_to_move = rng.Below(2) == 0 ? Color::kWhite : Color::kBlack;
    auto parsed = Position::FromSetup(setup);
    if (!parsed.ok() || parsed->material().Count(PieceType::kPawn) != 1) continue;
    Position pos = *parsed;
    ++checked;
    const bool strong_moves = pos.side_to_move() == Color::kWhite;
    bool any = false;
    bool all = true;
    const board::MoveList moves = board::LegalMoves(pos);
    for (const board::Move move : moves) {
      // Where a queen would stalemate, a rook wins; lesser promotions prove nothing.
      if (move.IsPromotion() && Index(move.promotion()) < Index(PieceType::kRook)) continue;
      pos.Make(move);
      const bool child = is_won(pos);
      pos.Unmake(move);
      any = any || child;
      all = all && child;
    }
    const bool expected = strong_moves ? any : !moves.empty() && all;
    const bool actual = is_won(pos);
    won += actual ? 1 : 0;
    ASSERT_EQ(actual, expected) << pos.Fen();
  }
  EXPECT_GT(won, checked / 2);
  EXPECT_LT(won, checked);
}

TEST(KpkTest, KnowsTheTextbook) {
  EXPECT_GT(Value("4k3/8/4K3/4P3/8/8/8/8 w - -"), kKnownWin) << "king on the sixth";
  EXPECT_LT(Value("4k3/8/4K3/4P3/8/8/8/8 b - -"), -kKnownWin);
  EXPECT_EQ(Value("8/8/4k3/8/4K3/4P3/8/8 w - -"), 0) << "without the opposition";
  EXPECT_LT(Value("8/8/4k3/8/4K3/4P3/8/8 b - -"), -kKnownWin) << "with it";
  EXPECT_EQ(Value("k7/8/K7/P7/8/8/8/8 w - -"), 0) << "rook pawn";
  EXPECT_GT(Value("8/8/8/8/k6P/8/8/7K w - -"), kKnownWin) << "outside the square";
}

struct Agreement {
  int right = 0;
  int all = 0;
};

bool HasCapture(const Position& position) {
  for (const board::Move move : board::LegalMoves(position)) {
    if (position.IsCapture(move)) return true;
  }
  return false;
}

// The tables know the truth. Positions in which something hangs are search's business; of the
// others most must agree, and exact knowledge without exception.
TEST(EndgameTest, AgreesWithTablebases) {
  NOTOCHORD_REQUIRE_DATA();
  Evaluator evaluator;
  std::map<std::string, Agreement> agreements;
  const auto rows = test::ReadCsv("endgame/syzygy_expected.csv");
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const Position position = test::PositionFrom(rows[i][0]);
    int wdl = 0;
    ASSERT_TRUE(absl::SimpleAtoi(rows[i][1], &wdl));
    const Endgame endgame = ClassifyEndgame(position.material());
    if (endgame == Endgame::kNone || HasCapture(position)) continue;
    const int value = evaluator.Evaluate(position);
    const int verdict = value > 150 ? 1 : value < -150 ? -1 : 0;
    const int truth = wdl > 1 ? 1 : wdl < -1 ? -1 : 0;
    Agreement& a = agreements[std::string(EndgameName(endgame))];
    ++a.all;
    a.right += verdict == truth ? 1 : 0;
    if (endgame == Endgame::kKpk) {
      EXPECT_EQ(verdict, truth) << rows[i][0];
    }
  }
  EXPECT_GE(agreements.size(), 8U);
  for (const auto& [name, a] : agreements) {
    EXPECT_GE(a.right * 100, a.all * 75) << name << " " << a.right << " of " << a.all;
  }
}

TEST(EndgameTest, DrivesTheKingToTheEdge) {
  EXPECT_GT(Value("k7/8/2K5/8/8/8/8/4R3 w - -"), Value("8/8/2K1k3/8/8/8/8/R7 w - -"));
  EXPECT_GT(Value("7k/8/5K2/8/8/8/8/4R3 w - -"), Value("7k/8/8/8/8/1K6/8/4R3 w - -"));
}

TEST(EndgameTest, BishopAndKnightMateInTheRightCorner) {
  // A light-squared bishop: a8 and h1 are the corners.
  EXPECT_GT(Value("k7/8/1K6/8/2N5/3B4/8/8 w - -"), Value("7k/8/6K1/8/5N2/3B4/8/8 w - -"));
  EXPECT_GT(Value("8/8/8/8/5N2/3B2K1/8/7k w - -"), Value("8/8/8/8/2N5/1K1B4/8/k7 w - -"));
}

TEST(EndgameTest, RookAgainstPawn) {
  const int king_before = Value("8/8/3k4/8/3P4/8/r7/6K1 b - -");
  const int far_advanced = Value("8/3PK3/8/8/8/8/6k1/r7 b - -");
  EXPECT_GT(king_before, 300);
  EXPECT_LT(far_advanced, 60);
}

TEST(EndgameTest, QueenAgainstPawn) {
  EXPECT_GT(Value("8/8/8/8/8/8/1pk5/4K1Q1 w - -"), 500) << "knight's pawn";
  EXPECT_LT(Value("8/8/5K2/8/8/8/pk6/6Q1 w - -"), 100) << "rook's pawn with its king";
  EXPECT_GT(Value("8/8/8/8/p7/1k6/8/4K1Q1 w - -"), 500) << "not far enough";
}

}  // namespace
}  // namespace notochord::eval
