// Endgames with tables, played and analysed by a whole search pool.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "tests/support/data.h"
#include "tests/support/positions.h"
#include "tests/support/tables.h"
#include "tests/threads/tablebase_games.h"

namespace notochord::threads {
namespace {

using board::Move;
using board::Position;
using tb::Wdl;
using test::Opponent;
using test::PlayerConfig;
using test::PlayOut;
using test::PositionFrom;
using test::TablebasePlayer;

constexpr std::size_t kGames = test::kParanoid ? 8 : 60;

void PlayWonGames(const PlayerConfig& config, std::size_t count, std::uint64_t seed) {
  TablebasePlayer player(config);
  std::size_t number = 0;
  for (const Position& position :
       test::RandomTablePositions(player.tables(), Wdl::kWin, count, seed)) {
    const Opponent opponent = ++number % 2 == 0 ? Opponent::kItself : Opponent::kPerfect;
    EXPECT_EQ(PlayOut(player, position, opponent), 1) << position.Fen();
  }
}

TEST(TablebaseGamesTest, WinsWhatIsWon) {
  NOTOCHORD_REQUIRE_DATA();
  PlayWonGames({}, kGames, 1);
}

TEST(TablebaseGamesTest, WinsWithSeveralLines) {
  NOTOCHORD_REQUIRE_DATA();
  PlayWonGames({.lines = 3, .nodes = 300}, kGames, 2);
}

TEST(TablebaseGamesTest, WinsWithTwoThreads) {
  NOTOCHORD_REQUIRE_DATA();
  PlayWonGames({.threads = 2, .nodes = 300}, kGames / 2, 3);
}

TEST(TablebaseGamesTest, KeepsDrawsAgainstPerfectPlay) {
  NOTOCHORD_REQUIRE_DATA();
  for (const PlayerConfig& config :
       {PlayerConfig{}, PlayerConfig{.threads = 2}, PlayerConfig{.lines = 3}}) {
    TablebasePlayer player(config);
    for (const Position& position :
         test::RandomTablePositions(player.tables(), Wdl::kDraw, kGames / 6 + 1, 4)) {
      EXPECT_EQ(PlayOut(player, position, Opponent::kPerfect), 0) << position.Fen();
    }
  }
}

TEST(TablebaseGamesTest, LosesNoFasterThanItMust) {
  NOTOCHORD_REQUIRE_DATA();
  TablebasePlayer player({});
  for (const Position& position :
       test::RandomTablePositions(player.tables(), Wdl::kLoss, kGames / 6 + 1, 5)) {
    EXPECT_EQ(PlayOut(player, position, Opponent::kPerfect), -1) << position.Fen();
  }
}

// The longest win of bishop and knight has 65 plies: with 40 on the counter it is too long.
TEST(TablebaseRootTest, TheCounterRunsAtTheRoot) {
  NOTOCHORD_REQUIRE_DATA();
  TablebasePlayer player({});
  const std::string position = "1N6/8/1k6/7B/8/8/8/7K w - - ";
  EXPECT_EQ(player.Choose(PositionFrom(absl::StrCat(position, "0 1"))).tb_score, kTbWinScore);
  EXPECT_EQ(player.Choose(PositionFrom(absl::StrCat(position, "20 30"))).tb_score, kTbWinScore);
  EXPECT_EQ(player.Choose(PositionFrom(absl::StrCat(position, "60 60"))).tb_score, 0);
  player.prober().settings().fifty_move_rule = false;
  EXPECT_EQ(player.Choose(PositionFrom(absl::StrCat(position, "60 60"))).tb_score, kTbWinScore);
  // Seen by the other side.
  const std::string lost = "1N6/8/1k6/7B/8/8/8/7K b - - ";
  EXPECT_EQ(player.Choose(PositionFrom(absl::StrCat(lost, "60 60"))).tb_score, -kTbWinScore);
  player.prober().settings().fifty_move_rule = true;
  EXPECT_EQ(player.Choose(PositionFrom(absl::StrCat(lost, "60 60"))).tb_score, 0);
}

// With as many plies on the counter as a win allows, only the shortest way is left.
TEST(TablebaseRootTest, WinsOnTheLastOccasion) {
  NOTOCHORD_REQUIRE_DATA();
  TablebasePlayer player({});
  std::size_t played = 0;
  for (const Position& position :
       test::RandomTablePositions(player.tables(), Wdl::kWin, kGames, 6)) {
    const int dtz = player.tables().ProbeDtz(position)->dtz;
    board::Setup setup = position.ToSetup();
    setup.rule50 = 99 - dtz - 1;
    if (dtz < 3) continue;
    ++played;
    EXPECT_EQ(PlayOut(player, *Position::FromSetup(setup), Opponent::kPerfect), 1)
        << board::ToFen(setup);
  }
  EXPECT_GE(played, kGames / 8);
}

// The same, arrived at by moves to and fro: a position that comes again is no progress.
TEST(TablebaseRootTest, WinsAfterRepetitions) {
  NOTOCHORD_REQUIRE_DATA();
  TablebasePlayer player({});
  Position position = PositionFrom("8/8/8/8/4k3/8/1B6/K1N5 w - - 0 1");
  for (const absl::string_view text : {"a1a2", "e4f4", "a2a1", "f4e4", "a1a2", "e4f4"}) {
    position.Make(*board::ParseUciMove(position, text));
  }
  EXPECT_TRUE(position.HasRepeated());
  const search::RootMove choice = player.Choose(position);
  EXPECT_NE(board::ToUci(choice.move, false), "a2a1");
  EXPECT_EQ(PlayOut(player, position, Opponent::kPerfect), 1);
}

TEST(TablebaseRootTest, SearchmovesAreRankedAmongThemselves) {
  NOTOCHORD_REQUIRE_DATA();
  TablebasePlayer player({});
  const Position position = PositionFrom("8/8/8/8/8/1k6/3Q4/4K3 w - - 0 1");
  const auto move = [&](absl::string_view text) { return *board::ParseUciMove(position, text); };
  // Giving the queen away is the only choice; then that it is, and a draw.
  const search::RootMove given = player.Choose(position, {move("d2b2")});
  EXPECT_EQ(given.move, move("d2b2"));
  EXPECT_EQ(given.tb_score, 0);
  const search::RootMove kept = player.Choose(position, {move("d2c2"), move("d2d1")});
  EXPECT_EQ(kept.move, move("d2d1"));
  EXPECT_EQ(kept.tb_score, kTbWinScore);
}

TEST(TablebaseRootTest, EnPassantIsAMoveLikeAnyOther) {
  NOTOCHORD_REQUIRE_DATA();
  TablebasePlayer player({});
  const Position position = PositionFrom("1K6/8/8/5pP1/5k2/8/8/8 w - f6 0 1");
  const search::RootMove best = player.Choose(position);
  EXPECT_TRUE(best.move.IsEnPassant());
  EXPECT_EQ(best.tb_score, kTbWinScore);
}

TEST(TablebaseRootTest, CastlingRightsKeepTheTablesOutOfTheRoot) {
  NOTOCHORD_REQUIRE_DATA();
  TablebasePlayer player({.nodes = 5000});
  const Position position = PositionFrom("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1");
  const search::RootMove best = player.Choose(position);
  EXPECT_FALSE(best.has_tb_score);
  EXPECT_TRUE(IsWin(best.score));  // the tables are met inside the tree
  EXPECT_EQ(PlayOut(player, position, Opponent::kItself), 1);
}

TEST(TablebaseRootTest, TheProbeLimitHolds) {
  NOTOCHORD_REQUIRE_DATA();
  TablebasePlayer player({});
  const Position position = PositionFrom("8/8/8/4k3/8/2r5/3QK3/8 w - - 0 1");
  EXPECT_TRUE(player.Choose(position).has_tb_score);
  player.prober().settings().max_pieces = 3;
  EXPECT_FALSE(player.Choose(position).has_tb_score);
  player.prober().settings().max_pieces = 0;
  EXPECT_FALSE(player.Choose(position).has_tb_score);
}

// Between any two searches the path may change: valid, empty, wrong, two directories, damaged.
TEST(TablebasePathTest, ChangesBetweenSearches) {
  NOTOCHORD_REQUIRE_DATA();
  const test::TableDirectory damaged("Ein Ordner mit Umlauten äöü");
  for (const char* name : {"KQvK", "KRvK", "KQvKR"}) {
    damaged.Copy(absl::StrCat(name, ".rtbw"));
    damaged.Copy(absl::StrCat(name, ".rtbz"));
  }
  test::FlipByte(damaged.File("KRvK.rtbw"), 200);
  test::Truncate(damaged.File("KQvKR.rtbz"), 5000);
  const std::string paths[] = {test::TablePath(), "", "/no/such/directory", damaged.path(),
                               absl::StrCat(damaged.path(), ":", test::TablePath())};
  TablebasePlayer player({.threads = 4, .nodes = 300});
  const Position queen = PositionFrom("8/8/8/4k3/8/8/3QK3/8 w - - 0 1");
  const Position rook = PositionFrom("8/8/8/4k3/8/8/3RK3/8 w - - 0 1");
  // Its table is there, but leads to the damaged one.
  const Position queen_and_rook = PositionFrom("8/8/8/4k3/8/2r5/3QK3/8 w - - 0 1");
  const Position above = PositionFrom("8/4r3/8/4k3/3p4/2r5/3QKP2/8 w - - 0 1");
  for (int round = 0; round < 100; ++round) {
    const std::size_t which = static_cast<std::size_t>(round * 7) % std::size(paths);
    const bool whole = which == 0 || which == 4;
    const tb::Syzygy::Report report = player.tables().Open(paths[which]);
    EXPECT_EQ(report.max_pieces, whole ? 5 : which == 3 ? 4 : 0);
    EXPECT_EQ(report.problems.empty(), which <= 1);
    const search::RootMove known = player.Choose(queen);
    EXPECT_EQ(known.has_tb_score, whole || which == 3);
    if (known.has_tb_score) {
      EXPECT_EQ(known.tb_score, kTbWinScore);
    }
    EXPECT_EQ(player.Choose(rook).has_tb_score, whole);
    EXPECT_EQ(player.Choose(queen_and_rook).has_tb_score, whole);
    EXPECT_FALSE(player.Choose(above).has_tb_score);
  }
}

}  // namespace
}  // namespace notochord::threads
