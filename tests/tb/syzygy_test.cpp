#include "tb/syzygy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "tests/support/data.h"
#include "tests/support/positions.h"
#include "tests/support/tables.h"
#include "tests/tb/expected_values.h"

namespace notochord::tb {
namespace {

using board::Position;
using test::PositionFrom;
using test::TablePath;

// Do tables know all that can come in so many plies?
bool KnowsAll(const Syzygy& tables, Position& position, int plies) {
  bool known = true;
  test::ForEachAtDepth(position, plies, [&](const Position& reached) {
    known = known && tables.ProbeWdl(reached).has_value();
  });
  return known;
}

TEST(SyzygyTest, AgreesWithAllExpectedValues) {
  NOTOCHORD_REQUIRE_DATA();
  Syzygy tables;
  const Syzygy::Report report = tables.Open(TablePath());
  EXPECT_EQ(report.problems, std::vector<std::string>());
  EXPECT_EQ(report.wdl_tables, 41);
  EXPECT_EQ(report.dtz_tables, 40);
  EXPECT_EQ(report.max_pieces, 5);
  const std::vector<test::ExpectedValue> values = test::ExpectedValues();
  const test::Agreement known = test::Compare(tables, values);
  EXPECT_EQ(known.wdl, values.size());
  // Where a promotion may lead to a table that is not there, distances are not known.
  std::size_t beyond = 0;
  for (const test::ExpectedValue& value : values) {
    if (tables.ProbeDtz(value.position)) continue;
    ++beyond;
    Position position = value.position;
    EXPECT_FALSE(KnowsAll(tables, position, 1) && KnowsAll(tables, position, 2) &&
                 KnowsAll(tables, position, 3))
        << position.Fen();
  }
  EXPECT_EQ(known.dtz + beyond, values.size());
  EXPECT_LT(beyond, 60U);
}

// The value of a position is the best of its moves' values, but for the ply that tables may miss.
TEST(SyzygyTest, MovesAgreeWithTheirPosition) {
  NOTOCHORD_REQUIRE_DATA();
  Syzygy tables;
  tables.Open(TablePath());
  // Short wins are better than long ones, then come draws, then long losses.
  const auto quality = [](int dtz) { return dtz > 0 ? 10000 - dtz : dtz < 0 ? -10000 - dtz : 0; };
  for (const test::ExpectedValue& value : test::ExpectedValues(3)) {
    const std::optional<RootValues> root = tables.ProbeDtz(value.position);
    if (!root || root->moves.empty()) continue;
    int best = -20000;
    for (const MoveDtz& move : root->moves) best = std::max(best, quality(move.dtz));
    EXPECT_LE(std::abs(best - quality(value.dtz)), 1) << value.position.Fen();
    EXPECT_EQ(root->moves.size(), board::CountLegalMoves(value.position));
  }
}

TEST(SyzygyTest, KnowsNothingWithoutTables) {
  Syzygy tables;
  EXPECT_EQ(tables.max_pieces(), 0);
  EXPECT_FALSE(tables.ProbeWdl(PositionFrom("8/8/8/4k3/8/8/3QK3/8 w - -")));
  EXPECT_FALSE(tables.ProbeDtz(PositionFrom("8/8/8/4k3/8/8/3QK3/8 w - -")));
  EXPECT_FALSE(tables.ProbeWdl(PositionFrom("8/8/8/4k3/8/8/4K3/8 w - -")));
  const Syzygy::Report report = tables.Open("");
  EXPECT_EQ(report.wdl_tables, 0);
  EXPECT_TRUE(report.problems.empty());
}

TEST(SyzygyTest, LeavesPositionsWithCastlingRightsAlone) {
  NOTOCHORD_REQUIRE_DATA();
  Syzygy tables;
  tables.Open(TablePath());
  EXPECT_FALSE(tables.ProbeWdl(PositionFrom("4k3/8/8/8/8/8/8/4K2R w K -")));
  EXPECT_FALSE(tables.ProbeDtz(PositionFrom("4k3/8/8/8/8/8/8/4K2R w K -")));
  EXPECT_EQ(tables.ProbeWdl(PositionFrom("4k3/8/8/8/8/8/8/4K2R w - -")), Wdl::kWin);
}

TEST(SyzygyTest, KnowsEnPassant) {
  NOTOCHORD_REQUIRE_DATA();
  Syzygy tables;
  tables.Open(TablePath());
  // The capture wins; without the right to it the pawns block each other.
  const std::optional<Wdl> with = tables.ProbeWdl(PositionFrom("1K6/8/8/1k4Pp/8/8/8/8 w - h6"));
  EXPECT_EQ(with, Wdl::kWin);
  const Position position = PositionFrom("1K6/8/8/5pP1/5k2/8/8/8 w - f6");
  const std::optional<RootValues> root = tables.ProbeDtz(position);
  ASSERT_TRUE(root);
  for (const MoveDtz& move : root->moves) {
    if (move.move.IsEnPassant()) {
      EXPECT_EQ(move.dtz, 1);
    }
  }
}

TEST(SyzygyTest, SaysWhereATableIsMissing) {
  NOTOCHORD_REQUIRE_DATA();
  Syzygy tables;
  tables.Open(TablePath());
  EXPECT_FALSE(tables.ProbeWdl(PositionFrom("4k3/8/8/8/8/8/8/r2RKR2 w - -")));
  EXPECT_FALSE(tables.ProbeWdl(PositionFrom("4k3/4p3/8/8/8/8/3PP3/3QK3 w - -")));
  // There is only a WDL table of KQQvKR.
  const Position position = PositionFrom("4k3/8/8/r7/8/8/1QQ5/4K3 w - -");
  EXPECT_EQ(tables.ProbeWdl(position), Wdl::kWin);
  EXPECT_FALSE(tables.ProbeDtz(position));
  EXPECT_EQ(tables.ProbeWdl(PositionFrom("4k3/8/8/8/8/8/8/4K3 w - -")), Wdl::kDraw);
}

TEST(SyzygyTest, KnowsTheEndOfTheGame) {
  NOTOCHORD_REQUIRE_DATA();
  Syzygy tables;
  tables.Open(TablePath());
  const std::optional<RootValues> mate =
      tables.ProbeDtz(PositionFrom("7k/6Q1/6K1/8/8/8/8/8 b - -"));
  ASSERT_TRUE(mate);
  EXPECT_EQ(mate->dtz, -1);
  EXPECT_TRUE(mate->moves.empty());
  const std::optional<RootValues> stalemate =
      tables.ProbeDtz(PositionFrom("7k/5Q2/6K1/8/8/8/8/8 b - -"));
  ASSERT_TRUE(stalemate);
  EXPECT_EQ(stalemate->dtz, 0);
}

TEST(SyzygyTest, OnlyOneObjectHasTheTables) {
  NOTOCHORD_REQUIRE_DATA();
  const Position won = PositionFrom("8/8/8/4k3/8/8/3QK3/8 w - -");
  Syzygy second;
  {
    Syzygy first;
    EXPECT_GT(first.Open(TablePath()).wdl_tables, 0);
    const Syzygy::Report refused = second.Open(TablePath());
    EXPECT_EQ(refused.wdl_tables, 0);
    EXPECT_EQ(refused.problems.size(), 1U);
    EXPECT_FALSE(second.ProbeWdl(won));
    EXPECT_EQ(first.ProbeWdl(won), Wdl::kWin);
  }
  EXPECT_GT(second.Open(TablePath()).wdl_tables, 0);
  EXPECT_EQ(second.ProbeWdl(won), Wdl::kWin);
}

TEST(SyzygyTest, ThreadsProbeAtOnce) {
  NOTOCHORD_REQUIRE_DATA();
  Syzygy tables;
  const std::vector<test::ExpectedValue> values = test::ExpectedValues(test::kParanoid ? 30 : 10);
  for (int round = 0; round < 3; ++round) {
    tables.Open(TablePath());
    std::vector<std::jthread> threads;
    threads.reserve(4);
    for (int i = 0; i < 4; ++i) threads.emplace_back([&] { test::Compare(tables, values); });
  }
}

TEST(SyzygyTest, SmallTablesAnswerInTime) {
  NOTOCHORD_REQUIRE_DATA();
  Syzygy tables;
  tables.Open(TablePath());
  const Position position = PositionFrom("1N6/8/1k6/7B/8/8/8/7K w - -");
  EXPECT_TRUE(tables.ProbeDtz(position, std::chrono::steady_clock::now()));
}

TEST(SyzygyTest, ALateAnswerIsNoAnswer) {
  NOTOCHORD_REQUIRE_DATA();
  Syzygy tables(0);  // all tables are large
  tables.Open(TablePath());
  const Position position = PositionFrom("1N6/8/1k6/7B/8/8/8/7K w - -");
  const std::optional<RootValues> right = tables.ProbeDtz(position);
  ASSERT_TRUE(right);
  const auto now = std::chrono::steady_clock::now();
  const std::optional<RootValues> patient = tables.ProbeDtz(position, now + std::chrono::hours(1));
  ASSERT_TRUE(patient);
  EXPECT_EQ(patient->moves, right->moves);
  EXPECT_EQ(tables.ProbeDtz(position, std::nullopt)->moves, right->moves);
  for (int i = 0; i < 20; ++i) {
    // Whether it comes in time or not, it is not wrong.
    const std::optional<RootValues> hasty = tables.ProbeDtz(position, now);
    if (hasty) {
      EXPECT_EQ(hasty->moves, right->moves);
    }
    if (i % 5 == 0) tables.Open(i % 10 == 0 ? "" : TablePath());
  }
}

}  // namespace
}  // namespace notochord::tb
