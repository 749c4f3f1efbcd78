#include "engine/search/syzygy_prober.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>

#include "engine/board/notation.h"
#include "tests/support/data.h"
#include "tests/support/positions.h"
#include "tests/support/tables.h"

namespace notochord::search {
namespace {

using board::Position;
using tb::Wdl;
using test::PositionFrom;

TEST(RankTest, SureWinsAreEqual) {
  EXPECT_EQ(RankByDtz(1, 0, false), kWinRank);
  EXPECT_EQ(RankByDtz(99, 0, false), kWinRank);
  EXPECT_EQ(RankByDtz(60, 39, false), kWinRank);
}

TEST(RankTest, AfterAWhileTheShortestWayIsTaken) {
  EXPECT_GT(RankByDtz(3, 40, false), RankByDtz(5, 40, false));
  EXPECT_GE(RankByDtz(9, 90, false), kRuleRank);
  EXPECT_EQ(RankByDtz(3, 0, false), RankByDtz(5, 0, false));
}

TEST(RankTest, WinsOnTheEdgeComeBehind) {
  EXPECT_LT(RankByDtz(100, 0, false), kWinRank);
  EXPECT_GE(RankByDtz(100, 0, false), kRuleRank);
  EXPECT_GE(RankByDtz(10, 90, false), kRuleRank);
  EXPECT_LT(RankByDtz(11, 90, false), kRuleRank);
  EXPECT_LT(RankByDtz(101, 0, false), kRuleRank);
  EXPECT_GT(RankByDtz(101, 0, false), 0);
}

TEST(RankTest, InCirclesOnlyTheShortestWayWins) {
  EXPECT_GT(RankByDtz(3, 20, true), RankByDtz(5, 20, true));
  EXPECT_GE(RankByDtz(5, 20, true), kRuleRank);
}

TEST(RankTest, ResultsComeInOrder) {
  // [from the best to the worst]
  const int order[] = {1, 100, 101, 300, 2000, 0, -2000, -300, -101, -1};
  for (std::size_t i = 1; i < std::size(order); ++i) {
    EXPECT_GE(RankByDtz(order[i - 1], 0, false), RankByDtz(order[i], 0, false)) << order[i];
  }
  EXPECT_GT(RankByDtz(2000, 1000, true), 0);
  EXPECT_LT(RankByDtz(-2000, 1000, true), 0);
}

TEST(RankTest, LossesPreferTheFiftyMoveRule) {
  EXPECT_EQ(RankByDtz(-10, 0, false), -kWinRank);
  EXPECT_EQ(RankByDtz(-30, 0, false), -kWinRank);
  EXPECT_GT(RankByDtz(-30, 60, false), RankByDtz(-20, 60, false));
  EXPECT_LE(RankByDtz(-30, 60, false), -kRuleRank);
  EXPECT_GT(RankByDtz(-41, 60, false), -kRuleRank);
}

TEST(RankTest, ResultsWithoutDistance) {
  EXPECT_EQ(RankByWdl(Wdl::kWin), kWinRank);
  EXPECT_LT(RankByWdl(Wdl::kCursedWin), kRuleRank);
  EXPECT_GT(RankByWdl(Wdl::kCursedWin), 0);
  EXPECT_EQ(RankByWdl(Wdl::kDraw), 0);
  EXPECT_EQ(RankByWdl(Wdl::kBlessedLoss), -RankByWdl(Wdl::kCursedWin));
  EXPECT_EQ(RankByWdl(Wdl::kLoss), -kWinRank);
}

TEST(RankTest, CursedWinsAreDrawsByTheRule) {
  for (const bool rule : {true, false}) {
    EXPECT_EQ(ResultOf(Wdl::kWin, rule), 1);
    EXPECT_EQ(ResultOf(Wdl::kCursedWin, rule), rule ? 0 : 1);
    EXPECT_EQ(ResultOf(Wdl::kDraw, rule), 0);
    EXPECT_EQ(ResultOf(Wdl::kBlessedLoss, rule), rule ? 0 : -1);
    EXPECT_EQ(ResultOf(Wdl::kLoss, rule), -1);
  }
}

class SyzygyProberTest : public testing::Test {
 protected:
  void SetUp() override {
    NOTOCHORD_REQUIRE_DATA();
    tables_.Open(test::TablePath());
  }

  Task Ranked(absl::string_view fen, std::size_t lines) {
    Task task;
    task.position = PositionFrom(fen);
    task.root_moves = MakeRootMoves(task.position, {});
    task.multi_pv = lines;
    prober_.RankRoot(task, std::nullopt);
    return task;
  }

  tb::Syzygy tables_;
  SyzygyProber prober_{tables_};
};

TEST_F(SyzygyProberTest, SettingsLimitThePieces) {
  EXPECT_EQ(prober_.MaxPieces(), 5);
  prober_.settings().max_pieces = 4;
  EXPECT_EQ(prober_.MaxPieces(), 4);
  tables_.Open("");
  EXPECT_EQ(prober_.MaxPieces(), 0);
}

TEST_F(SyzygyProberTest, OneLineKeepsTheBestGroup) {
  const Task one = Ranked("8/8/8/8/8/1k6/3Q4/4K3 w - - 0 1", 1);
  const Task all = Ranked("8/8/8/8/8/1k6/3Q4/4K3 w - - 0 1", 2);
  EXPECT_LT(one.root_moves.size(), all.root_moves.size());
  for (const RootMove& root : one.root_moves) EXPECT_EQ(root.tb_rank, kWinRank);
  EXPECT_EQ(all.root_moves.back().tb_rank, 0);
  for (std::size_t i = 1; i < all.root_moves.size(); ++i) {
    EXPECT_GE(all.root_moves[i - 1].tb_rank, all.root_moves[i].tb_rank);
  }
  EXPECT_EQ(one.tb_hits, all.root_moves.size());
  EXPECT_FALSE(one.probe_tables);
}

TEST_F(SyzygyProberTest, WithoutDistancesResultsDecide) {
  // There is only a WDL table of KQQvKR.
  const Task task = Ranked("4k3/8/8/r7/8/8/1QQ5/4K3 w - - 0 1", 1);
  EXPECT_EQ(task.root_moves[0].tb_rank, kWinRank);
  EXPECT_EQ(task.root_moves[0].tb_score, kTbWinScore);
  EXPECT_TRUE(task.probe_tables);
}

TEST_F(SyzygyProberTest, UnknownPositionsStayAsTheyAre) {
  for (const absl::string_view fen :
       {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/r2RKR2 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}) {
    const Task task = Ranked(fen, 1);
    EXPECT_EQ(task.root_moves.size(), MakeRootMoves(task.position, {}).size());
    EXPECT_FALSE(task.root_moves[0].has_tb_score);
    EXPECT_TRUE(task.probe_tables);
    EXPECT_EQ(task.tb_hits, 0U);
  }
}

// A lost side takes the third repetition, and nobody counts on what comes after it.
TEST_F(SyzygyProberTest, TheThirdRepetitionIsADraw) {
  Task task;
  task.position = PositionFrom("8/8/8/4k3/8/8/3QK3/8 b - - 0 1");
  for (const absl::string_view text :
       {"e5e4", "d2d1", "e4e5", "d1d2", "e5e4", "d2d1", "e4e5", "d1d2"}) {
    task.position.Make(*board::ParseUciMove(task.position, text));
  }
  task.root_moves = MakeRootMoves(task.position, {});
  prober_.RankRoot(task, std::nullopt);
  ASSERT_EQ(task.root_moves.size(), 1U);
  EXPECT_EQ(board::ToUci(task.root_moves[0].move, false), "e5e4");
  EXPECT_EQ(task.root_moves[0].tb_score, 0);
}

TEST_F(SyzygyProberTest, AnOldDeadlineMeansNoRanks) {
  Task task;
  task.position = PositionFrom("4k3/8/8/r7/8/8/1QQ5/4K3 w - - 0 1");
  task.root_moves = MakeRootMoves(task.position, {});
  prober_.RankRoot(task, std::chrono::steady_clock::now());
  EXPECT_FALSE(task.root_moves[0].has_tb_score);
  for (const RootMove& root : task.root_moves) EXPECT_EQ(root.tb_rank, 0);
}

}  // namespace
}  // namespace notochord::search
