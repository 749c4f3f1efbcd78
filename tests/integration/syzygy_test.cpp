// Endgame tables as a GUI uses them.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/integration/engine_process.h"
#include "tests/support/data.h"
#include "tests/support/tables.h"

namespace notochord::test {
namespace {

using Lines = std::vector<std::string>;

const std::string kAllTables =
    "info string Syzygy: using 41 WDL and 40 DTZ tables with up to 5 men";
const std::string kNoTables = "info string Syzygy: no tables in use";

class SyzygyProtocolTest : public testing::Test {
 protected:
  Lines SetPath(absl::string_view path) {
    engine_.Send(absl::StrCat("setoption name SyzygyPath value ", path));
    Lines lines = engine_.Sync();
    EXPECT_FALSE(lines.empty()) << path;
    return lines;
  }

  // The last line of a search, which is checked.
  std::map<std::string, std::string> Search(const std::string& fen, absl::string_view go) {
    engine_.Send(absl::StrCat("position fen ", fen));
    const Lines lines = engine_.Search(go);
    CheckSearchOutput(lines, fen);
    const auto last = std::find_if(lines.rbegin(), lines.rend(), [](const std::string& line) {
      return absl::StartsWith(line, "info depth");
    });
    return last == lines.rend() ? std::map<std::string, std::string>() : ParseInfo(*last);
  }

  EngineProcess engine_;
};

TEST_F(SyzygyProtocolTest, SaysWhatItFound) {
  NOTOCHORD_REQUIRE_DATA();
  EXPECT_EQ(SetPath(TablePath()), Lines{kAllTables});
  EXPECT_EQ(SetPath(""), Lines{kNoTables});
  EXPECT_EQ(SetPath("<empty>"), Lines{kNoTables});
  EXPECT_EQ(SetPath("/no/such/directory"),
            (Lines{"info string Syzygy: cannot read /no/such/directory: No such file or directory",
                   kNoTables}));
  EXPECT_EQ(SetPath(absl::StrCat("/no/such/directory:", TablePath())).back(), kAllTables);
  const TableDirectory directory("mit Leerzeichen und Ümläuten");
  directory.Copy("KQvK.rtbw");
  directory.Copy("KRvK.rtbw");
  Truncate(directory.File("KRvK.rtbw"), 150);
  EXPECT_EQ(
      SetPath(directory.path()),
      (Lines{absl::StrCat("info string Syzygy: ", directory.File("KRvK.rtbw"), " is incomplete"),
             "info string Syzygy: using 1 WDL and 0 DTZ tables with up to 3 men"}));
}

TEST_F(SyzygyProtocolTest, ManyProblemsAreSummedUp) {
  NOTOCHORD_REQUIRE_DATA();
  const TableDirectory directory;
  directory.CopyAll();
  for (const char* name : {"KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KQvKQ"}) {
    for (const char* suffix : {".rtbw", ".rtbz"}) {
      Truncate(directory.File(absl::StrCat(name, suffix)), 7);
    }
  }
  const Lines lines = SetPath(directory.path());
  ASSERT_EQ(lines.size(), 12U);
  EXPECT_EQ(lines[10], "info string Syzygy: and 2 more problems");
}

TEST_F(SyzygyProtocolTest, KnowsTheResult) {
  NOTOCHORD_REQUIRE_DATA();
  SetPath(TablePath());
  const std::string won = "8/8/8/8/5q2/8/1k6/3RK3 b - - 0 1";
  auto info = Search(won, "go depth 4");
  EXPECT_TRUE(info["score"] == "cp 31799" || absl::StartsWith(info["score"], "mate "))
      << info["score"];
  EXPECT_NE(info["tbhits"], "0");
  info = Search("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", "go depth 6");
  EXPECT_EQ(info["score"], "cp 0");
  SetPath("");
  info = Search(won, "go depth 4");
  EXPECT_EQ(info["tbhits"], "0");
}

TEST_F(SyzygyProtocolTest, TheFiftyMoveRuleCanBeTurnedOff) {
  NOTOCHORD_REQUIRE_DATA();
  SetPath(TablePath());
  const std::string too_late = "1N6/8/1k6/7B/8/8/8/7K w - - 60 60";
  EXPECT_EQ(Search(too_late, "go depth 8")["score"], "cp 0");
  engine_.Send("setoption name Syzygy50MoveRule value false");
  EXPECT_EQ(Search(too_late, "go depth 8")["score"], "cp 31799");
  engine_.Send("setoption name Syzygy50MoveRule value true");
  EXPECT_EQ(Search(too_late, "go depth 8")["score"], "cp 0");
}

TEST_F(SyzygyProtocolTest, MatesAreProvedWithoutThem) {
  NOTOCHORD_REQUIRE_DATA();
  SetPath(TablePath());
  // Pushing the pawn resets the counter, which the tables like best; the mate is elsewhere.
  const std::string late = "7k/8/5K2/8/8/8/P7/1R6 w - - 50 80";
  const auto info = Search(late, "go mate 2");
  EXPECT_EQ(info.at("score"), "mate 2");
  EXPECT_EQ(info.at("tbhits"), "0");
}

TEST_F(SyzygyProtocolTest, SearchmovesAndLines) {
  NOTOCHORD_REQUIRE_DATA();
  SetPath(TablePath());
  const std::string fen = "8/8/8/8/8/1k6/3Q4/4K3 w - - 0 1";
  const auto given = Search(fen, "go depth 6 searchmoves d2b2 d2a2");
  EXPECT_EQ(given.at("score"), "cp 0");
  EXPECT_EQ(Search(fen, "go depth 6 searchmoves d2b2 d2d1").at("pv").substr(0, 4), "d2d1");
  engine_.Send("setoption name MultiPV value 40");
  engine_.Send(absl::StrCat("position fen ", fen));
  const Lines lines = engine_.Search("go depth 3");
  CheckSearchOutput(lines, fen);
  // Wins first, then draws.
  bool drawn = false;
  int number = 0;
  for (const std::string& line : lines) {
    if (!absl::StartsWith(line, "info depth 3 ")) continue;
    auto info = ParseInfo(line);
    EXPECT_EQ(info["multipv"], absl::StrCat(++number));
    const bool draw = info["score"] == "cp 0";
    EXPECT_TRUE(draw || !drawn) << line;
    drawn |= draw;
  }
  EXPECT_TRUE(drawn);
}

TEST_F(SyzygyProtocolTest, ThePathMayChangeAtAnyTime) {
  NOTOCHORD_REQUIRE_DATA();
  engine_.Send("setoption name Threads value 4");
  const TableDirectory damaged;
  damaged.Copy("KQvK.rtbw");
  FlipByte(damaged.File("KQvK.rtbw"), 100);
  const std::string paths[] = {TablePath(), "", "/none", damaged.path(),
                               absl::StrCat(damaged.path(), ":", TablePath())};
  for (int round = 0; round < 20; ++round) {
    engine_.Send("position fen 8/4r3/8/4k3/3p4/2r5/3QKP2/8 w - - 0 1");
    engine_.Send("go infinite");
    // Ends the search, with its bestmove, and then says what it found.
    engine_.Send(absl::StrCat("setoption name SyzygyPath value ",
                              paths[static_cast<std::size_t>(round) % std::size(paths)]));
    engine_.ReadUntil("bestmove");
    const Lines lines = engine_.Sync();
    EXPECT_GE(CountPrefix(lines, "info string Syzygy: "), 1U);
  }
}

}  // namespace
}  // namespace notochord::test
