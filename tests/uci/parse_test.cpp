#include "engine/uci/parse.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "engine/base/value.h"
#include "tests/support/positions.h"

namespace notochord::uci {
namespace {

using search::Milliseconds;

GoCommand Parse(absl::string_view arguments) { return ParseGo(board::Position(), arguments); }

TEST(ParseGoTest, Clock) {
  const GoCommand go = Parse("wtime 60000 btime 50000 winc 600 binc 500 movestogo 40");
  EXPECT_TRUE(go.problems.empty());
  EXPECT_TRUE(go.limits.has_clock);
  EXPECT_FALSE(go.limits.infinite);
  EXPECT_EQ(go.limits.time[Color::kWhite], Milliseconds(60000));
  EXPECT_EQ(go.limits.time[Color::kBlack], Milliseconds(50000));
  EXPECT_EQ(go.limits.increment[Color::kWhite], Milliseconds(600));
  EXPECT_EQ(go.limits.increment[Color::kBlack], Milliseconds(500));
  EXPECT_EQ(go.limits.moves_to_go, 40);
  EXPECT_EQ(Parse("wtime -100 btime 5").limits.time[Color::kWhite], Milliseconds(-100));
}

TEST(ParseGoTest, FixedLimits) {
  EXPECT_EQ(Parse("depth 12").limits.depth, 12);
  EXPECT_EQ(Parse("nodes 123456789012").limits.nodes, 123456789012U);
  EXPECT_EQ(Parse("mate 3").limits.mate, 3);
  EXPECT_EQ(Parse("movetime 250").limits.move_time, Milliseconds(250));
  EXPECT_TRUE(Parse("infinite").limits.infinite);
  EXPECT_TRUE(Parse("ponder wtime 1 btime 1").limits.ponder);
  EXPECT_FALSE(Parse("ponder wtime 1 btime 1").limits.infinite);
  EXPECT_TRUE(Parse("").limits.infinite);
  EXPECT_TRUE(Parse("winc 10").limits.infinite);  // limits nothing
}

TEST(ParseGoTest, TooSmallIsTheSmallest) {
  EXPECT_EQ(Parse("depth 0").limits.depth, 1);
  EXPECT_EQ(Parse("depth -3").limits.depth, 1);
  EXPECT_EQ(Parse("depth 100000").limits.depth, kMaxPly - 1);
  EXPECT_EQ(Parse("nodes 0").limits.nodes, 1U);
  EXPECT_EQ(Parse("mate 0").limits.mate, 1);
  EXPECT_EQ(Parse("movetime 0").limits.move_time, Milliseconds(1));
  EXPECT_GT(Parse("movetime 9000000000000000000").limits.move_time, Milliseconds(1'000'000));
}

TEST(ParseGoTest, WrongWordsAreNamedAndTheRestStands) {
  const GoCommand go = Parse("depth x nodes 100 foo movetime infinite");
  EXPECT_EQ(go.limits.depth, 0);
  EXPECT_EQ(go.limits.nodes, 100U);
  EXPECT_TRUE(go.limits.infinite);
  ASSERT_EQ(go.problems.size(), 3U);
  EXPECT_NE(go.problems[0].find("depth"), std::string::npos);
  EXPECT_NE(go.problems[1].find("foo"), std::string::npos);
  EXPECT_NE(go.problems[2].find("movetime"), std::string::npos);
  EXPECT_EQ(Parse("depth 99999999999999999999").problems.size(), 1U);
  EXPECT_EQ(Parse("nodes").problems.size(), 1U);
}

TEST(ParseGoTest, SearchMoves) {
  GoCommand go = Parse("searchmoves e2e4 d2d4 depth 3");
  EXPECT_TRUE(go.problems.empty());
  EXPECT_EQ(go.limits.search_moves.size(), 2U);
  EXPECT_EQ(go.limits.depth, 3);
  go = Parse("depth 3 searchmoves e2e5 g1f3");
  EXPECT_EQ(go.limits.search_moves.size(), 1U);
  EXPECT_EQ(go.problems.size(), 1U);
  EXPECT_TRUE(Parse("searchmoves").problems.empty());
}

TEST(ParseGoTest, Perft) {
  EXPECT_EQ(Parse("perft 5").perft, 5);
  EXPECT_TRUE(Parse("perft 5 parallel").parallel);
  EXPECT_EQ(Parse("perft 0").problems.size(), 1U);
  EXPECT_EQ(Parse("perft 50").perft, 0);
}

TEST(ParsePositionTest, StartAndFen) {
  EXPECT_EQ(ParsePosition("startpos")->position.Fen(), board::Position::kStartFen);
  const char* fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  EXPECT_EQ(ParsePosition(absl::StrCat("fen ", fen))->position.Fen(), fen);
  EXPECT_EQ(ParsePosition(absl::StrCat("fen   ", fen, " moves e1g1  e8c8 "))->position.Fen(),
            "2kr3r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 w - - 2 2");
  // Shorter FENs are completed.
  EXPECT_TRUE(ParsePosition("fen 8/8/8/8/8/4k3/4p3/4K3 w moves").ok());
}

TEST(ParsePositionTest, BadOnesAreRefused) {
  EXPECT_FALSE(ParsePosition("").ok());
  EXPECT_FALSE(ParsePosition("foo").ok());
  EXPECT_FALSE(ParsePosition("fen").ok());
  EXPECT_FALSE(ParsePosition("fen 8/8/8/8/8/8/8/8 w - - 0 1 moves e2e4").ok());
  EXPECT_FALSE(ParsePosition("moves e2e4").ok());
}

TEST(ParsePositionTest, TheLegalPartStands) {
  const auto command = ParsePosition("startpos moves e2e4 e7e5 e4e5 g1f3");
  ASSERT_TRUE(command.ok());
  EXPECT_EQ(command->position.Fen(),
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  EXPECT_NE(command->problem.find("e4e5"), std::string::npos);
  EXPECT_FALSE(ParsePosition("startpos foo moves e2e4")->problem.empty());
}

TEST(ParsePositionTest, ThousandsOfMoves) {
  std::string arguments = "startpos moves";
  for (int i = 0; i < 1000; ++i) absl::StrAppend(&arguments, " g1f3 g8f6 f3g1 f6g8");
  const auto command = ParsePosition(arguments);
  ASSERT_TRUE(command.ok());
  EXPECT_EQ(command->position.full_move(), 2001);
  EXPECT_TRUE(command->problem.empty());
}

TEST(ParseSetOptionTest, NamesAndValuesMayHaveSpaces) {
  const auto plain = ParseSetOption("name Hash value 64");
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(plain->name, "Hash");
  EXPECT_EQ(plain->value, "64");
  const auto spaced = ParseSetOption("name  Move   Overhead value  /a path/with  spaces ");
  ASSERT_TRUE(spaced.ok());
  EXPECT_EQ(spaced->name, "Move Overhead");
  EXPECT_EQ(spaced->value, "/a path/with  spaces");
  const auto button = ParseSetOption("name Clear Hash");
  ASSERT_TRUE(button.ok());
  EXPECT_EQ(button->value, "");
  EXPECT_FALSE(ParseSetOption("").ok());
  EXPECT_FALSE(ParseSetOption("Hash 64").ok());
  EXPECT_FALSE(ParseSetOption("name").ok());
  EXPECT_FALSE(ParseSetOption("name value 3").ok());
}

TEST(NextWordTest, SplitsAtAnyBlank) {
  absl::string_view text = " \t go\tdepth  3\r";
  EXPECT_EQ(NextWord(text), "go");
  EXPECT_EQ(NextWord(text), "depth");
  EXPECT_EQ(NextWord(text), "3");
  EXPECT_EQ(NextWord(text), "");
}

}  // namespace
}  // namespace notochord::uci
