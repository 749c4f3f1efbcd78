#include "engine/uci/format.h"

#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/base/value.h"
#include "engine/board/notation.h"
#include "engine/uci/wdl.h"
#include "tests/support/positions.h"

namespace notochord::uci {
namespace {

using board::Move;
using board::Position;

// Moves as text, each legal after those before it.
std::vector<Move> Line(Position position, absl::string_view text) {
  std::vector<Move> line;
  for (const absl::string_view word : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    line.push_back(*board::ParseUciMove(position, word));
    position.Make(line.back());
  }
  return line;
}

TEST(FormatTest, Scores) {
  EXPECT_EQ(FormatScore(0), "cp 0");
  EXPECT_EQ(FormatScore(-123), "cp -123");
  EXPECT_EQ(FormatScore(MateIn(1)), "mate 1");
  EXPECT_EQ(FormatScore(MateIn(3)), "mate 2");
  EXPECT_EQ(FormatScore(MatedIn(0)), "mate 0");
  EXPECT_EQ(FormatScore(MatedIn(2)), "mate -1");
  EXPECT_EQ(FormatScore(MatedIn(4)), "mate -2");
  EXPECT_EQ(FormatScore(kTbWinScore).substr(0, 3), "cp ");
}

TEST(FormatTest, LinesEndWithTheGame) {
  const Position start;
  // Mate.
  std::vector<Move> line = Line(start, "f2f3 e7e5 g2g4 d8h4");
  EXPECT_EQ(PlayableLine(start, line), line);
  std::vector<Move> longer = line;
  longer.push_back(Move(Square::kA2, Square::kA3));
  EXPECT_EQ(PlayableLine(start, longer), line);
  // What is not legal, and what follows it.
  EXPECT_EQ(PlayableLine(start, {line[0], line[0], line[1]}).size(), 1U);
  EXPECT_TRUE(PlayableLine(start, {Move(Square::kE2, Square::kE5)}).empty());
  EXPECT_TRUE(PlayableLine(start, {Move()}).empty());
  // The third occurrence.
  line = Line(start, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6");
  EXPECT_EQ(PlayableLine(start, line).size(), 8U);
  // The third occurrence counts those of the game before.
  Position game = start;
  for (const Move move : Line(start, "g1f3 g8f6 f3g1 f6g8")) game.Make(move);
  EXPECT_EQ(PlayableLine(game, line).size(), 4U);
}

TEST(FormatTest, LinesEndAtDraws) {
  const Position fifty = test::PositionFrom("4k3/8/8/8/8/8/3R4/4K3 w - - 98 90");
  EXPECT_EQ(PlayableLine(fifty, Line(fifty, "d2d1 e8e7 d1d2 e7e8")).size(), 2U);
  const Position bare = test::PositionFrom("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1");
  EXPECT_EQ(PlayableLine(bare, Line(bare, "e1e2 e8d8 e2e3")).size(), 1U);
  const Position stale = test::PositionFrom("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1");
  EXPECT_EQ(PlayableLine(stale, Line(stale, "f5f7")).size(), 1U);
}

TEST(FormatTest, TablesKnowBetterThanTheSearch) {
  const Position start;
  const std::vector<Move> line = Line(start, "e2e4");
  search::RootMove move(line[0]);
  const auto text = [&] { return FormatLine(start, move, 5, 0, threads::Totals{}, {}, line); };
  const auto says = [&](absl::string_view score) { return absl::StrContains(text(), score); };
  move.score = 120;
  EXPECT_TRUE(says(" score cp 120 "));
  move.has_tb_score = true;
  move.tb_score = kTbWinScore;
  move.is_lower_bound = true;
  EXPECT_TRUE(says(absl::StrCat(" score cp ", kTbWinScore, " nodes")));  // and it is no bound
  move.is_lower_bound = false;
  // A mate is more than a win.
  move.score = MateIn(5);
  EXPECT_TRUE(says(" score mate 3 "));
  move.tb_score = -kTbWinScore;
  EXPECT_TRUE(says(absl::StrCat(" score cp ", -kTbWinScore, " ")));
  move.score = MatedIn(4);
  EXPECT_TRUE(says(" score mate -2 "));
  // A mate that the fifty-move rule prevents is none.
  move.tb_score = 0;
  for (const int score : {MatedIn(4), MateIn(5), 300}) {
    move.score = score;
    EXPECT_TRUE(says(" score cp 0 "));
  }
}

TEST(FormatTest, AddsAMoveToPonderOn) {
  const Position start;
  tt::TranspositionTable table;
  std::vector<Move> line = Line(start, "e2e4");
  ExtendLine(start, table, line);
  EXPECT_EQ(line.size(), 1U);
  Position after = start;
  after.Make(line[0]);
  table.Store(after.key(), {Move(Square::kE7, Square::kE5), 0, 0, 1, tt::Bound::kExact, false});
  ExtendLine(start, table, line);
  ASSERT_EQ(line.size(), 2U);
  EXPECT_EQ(line[1], Move(Square::kE7, Square::kE5));
  // Nothing illegal from the table.
  table.Store(after.key(), {Move(Square::kE2, Square::kE4), 0, 0, 9, tt::Bound::kExact, false});
  line = Line(start, "e2e4");
  ExtendLine(start, table, line);
  EXPECT_EQ(line.size(), 1U);
}

TEST(FormatTest, InfoLine) {
  const Position start;
  search::RootMove move(Move(Square::kE2, Square::kE4));
  move.score = 31;
  move.sel_depth = 14;
  threads::Totals totals;
  totals.elapsed = std::chrono::milliseconds(500);
  totals.nodes = 1000000;
  totals.tb_hits = 7;
  totals.hash_full = 12;
  const std::vector<Move> line = Line(start, "e2e4 e7e5");
  EXPECT_EQ(FormatLine(start, move, 10, 0, totals, {}, line),
            "info depth 10 seldepth 14 score cp 31 nodes 1000000 nps 2000000 hashfull 12 tbhits 7 "
            "time 500 pv e2e4 e7e5");
  move.is_lower_bound = true;
  const std::string text = FormatLine(start, move, 10, 2, totals, {false, true}, line);
  EXPECT_NE(text.find(" multipv 2 score cp 31 lowerbound wdl "), std::string::npos) << text;
}

TEST(FormatTest, CastlingInBothNotations) {
  const Position position = test::PositionFrom("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const std::vector<Move> line = {Move::Castling(Square::kE1, Square::kH1)};
  EXPECT_EQ(FormatBestMove(line, {false, false}), "bestmove e1g1");
  EXPECT_EQ(FormatBestMove(line, {true, false}), "bestmove e1h1");
}

TEST(FormatTest, Answers) {
  EXPECT_EQ(FormatBestMove({}, {}), "bestmove 0000");
  EXPECT_EQ(FormatBestMove(Line(Position(), "e2e4 c7c5 g1f3"), {}), "bestmove e2e4 ponder c7c5");
  EXPECT_EQ(FormatNoMoves(test::PositionFrom("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), {}),
            "info depth 0 score mate 0");
  EXPECT_EQ(FormatNoMoves(test::PositionFrom("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), {}),
            "info depth 0 score cp 0");
  EXPECT_EQ(FormatCurrentMove(9, Move(Square::kE2, Square::kE4), 3, {}),
            "info depth 9 currmove e2e4 currmovenumber 3");
}

TEST(WdlTest, AddsUpAndIsMonotonic) {
  for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                          "r2q1rk1/ppp2ppp/8/8/8/8/PPP2PPP/R2Q1RK1 b - - 0 1",
                          "krqqqq2/pp6/8/8/8/8/PP6/KRQQQQ2 w - - 0 1",  // more than at the start
                          "8/5k2/4p3/8/3P4/4K3/8/8 w - - 0 1"}) {
    const Position position = test::PositionFrom(fen);
    int last_win = 0;
    int last_loss = 1000;
    for (int score = -3000; score <= 3000; ++score) {
      const WinDrawLoss wdl = WinDrawLossOf(score, position);
      const WinDrawLoss mirrored = WinDrawLossOf(-score, position);
      ASSERT_EQ(wdl.win + wdl.draw + wdl.loss, 1000);
      ASSERT_GE(wdl.draw, 0);
      ASSERT_GE(wdl.win, last_win);
      ASSERT_LE(wdl.loss, last_loss);
      ASSERT_EQ(wdl, (WinDrawLoss{mirrored.loss, mirrored.draw, mirrored.win}));
      last_win = wdl.win;
      last_loss = wdl.loss;
    }
    EXPECT_GT(last_win, 990);
    EXPECT_EQ(last_loss, 0);
    EXPECT_EQ(WinDrawLossOf(MateIn(5), position), (WinDrawLoss{1000, 0, 0}));
    EXPECT_EQ(WinDrawLossOf(-kTbWinScore, position), (WinDrawLoss{0, 0, 1000}));
  }
}

// Even positions are drawn more often the less there is on the board, whoever is to move.
TEST(WdlTest, DependsOnMaterial) {
  const WinDrawLoss full = WinDrawLossOf(0, Position());
  const WinDrawLoss bare =
      WinDrawLossOf(0, test::PositionFrom("8/5k2/4p3/8/3P4/4K3/8/8 w - - 0 1"));
  EXPECT_GT(bare.draw, full.draw + 200);
  EXPECT_GT(full.draw, 200);
  EXPECT_EQ(WinDrawLossOf(50, test::PositionFrom("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1")),
            WinDrawLossOf(50, test::PositionFrom("4k2r/4p3/8/8/8/8/8/4K3 b k - 0 1")));
}

}  // namespace
}  // namespace notochord::uci
