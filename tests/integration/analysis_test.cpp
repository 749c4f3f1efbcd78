// What somebody who analyses relies on: several lines at once, scores that mean what they say.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/base/value.h"
#include "engine/board/movegen.h"
#include "tests/integration/engine_process.h"
#include "tests/support/positions.h"

namespace notochord::test {
namespace {

using Info = std::map<std::string, std::string>;
using Lines = std::vector<std::string>;

constexpr const char* kSpanish =
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

// Mates beyond all centipawns, short ones first.
int ScoreOf(const Info& info) {
  const Lines words = absl::StrSplit(info.at("score"), ' ');
  const int value = std::stoi(words.at(1));
  if (words[0] == "cp") return value;
  return value > 0 ? MateIn(2 * value - 1) : MatedIn(-2 * value);
}

std::string HeadOf(const Info& info) { return info.at("pv").substr(0, info.at("pv").find(' ')); }

// The reports of a search, each with all its lines: a report begins with line 1.
std::vector<std::vector<Info>> ReportsIn(const Lines& lines) {
  std::vector<std::vector<Info>> reports;
  for (const std::string& line : lines) {
    const Info info = ParseInfo(line);
    if (!info.contains("pv")) continue;
    const auto number = info.find("multipv");
    if (number == info.end() || number->second == "1") reports.emplace_back();
    if (reports.empty()) {
      ADD_FAILURE() << "the first line is missing: " << line;
      break;
    }
    reports.back().push_back(info);
  }
  return reports;
}

// Each report has all lines, numbered, distinct, the best first.
void CheckReports(const Lines& lines, std::size_t expected) {
  const std::vector<std::vector<Info>> reports = ReportsIn(lines);
  ASSERT_FALSE(reports.empty());
  for (const std::vector<Info>& report : reports) {
    ASSERT_EQ(report.size(), expected) << "depth " << report[0].at("depth");
    std::set<std::string> heads;
    for (std::size_t i = 0; i < report.size(); ++i) {
      EXPECT_TRUE(expected == 1 || report[i].at("multipv") == std::to_string(i + 1)) << i;
      EXPECT_TRUE(heads.insert(HeadOf(report[i])).second) << HeadOf(report[i]);
      EXPECT_LE(ScoreOf(report[i]), ScoreOf(report[i == 0 ? 0 : i - 1])) << i;
    }
  }
}

TEST(AnalysisTest, EveryDepthHasAllLines) {
  EngineProcess engine;
  const std::size_t legal = board::CountLegalMoves(PositionFrom(kSpanish));
  engine.Send(absl::StrCat("position fen ", kSpanish));
  for (const std::size_t wanted : {1U, 2U, 3U, 29U, 255U, 256U}) {
    engine.Send(absl::StrCat("setoption name MultiPV value ", wanted));
    engine.Send("setoption name Clear Hash");
    const Lines lines = engine.Search("go depth 6");
    CheckSearchOutput(lines, kSpanish);
    CheckReports(lines, std::min(wanted, legal));
    EXPECT_EQ(ReportsIn(lines).size(), 6U);
  }
}

// Wherever a search is stopped, what is on the screen afterwards is one list.
TEST(AnalysisTest, UnfinishedDepthsHaveAllLinesToo) {
  EngineProcess engine;
  engine.Send("setoption name MultiPV value 4");
  engine.Send("setoption name UCI_Chess960 value true");  // some of the positions need it
  int searches = 0;
  for (const board::Position& position : RandomPositions(kParanoid ? 10 : 60, 5)) {
    if (board::CountLegalMoves(position) < 4) continue;
    engine.Send(absl::StrCat("position fen ", position.Fen()));
    const Lines lines = engine.Search(absl::StrCat("go nodes ", 2000 + 300 * searches));
    CheckSearchOutput(lines, position.Fen());
    CheckReports(lines, 4);
    ++searches;
  }
  EXPECT_GE(searches, 5);
}

TEST(AnalysisTest, MoreLinesThanMoves) {
  EngineProcess engine;
  engine.Send("setoption name MultiPV value 256");
  // The most moves that a position can have, and three.
  for (const char* fen : {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
                          "8/8/8/8/8/k7/p7/K7 w - - 0 1", "k7/8/8/8/8/8/8/K7 w - - 0 1"}) {
    const std::size_t legal = board::CountLegalMoves(PositionFrom(fen));
    engine.Send(absl::StrCat("position fen ", fen));
    const Lines lines = engine.Search("go depth 2");
    CheckSearchOutput(lines, fen);
    if (legal > 0) CheckReports(lines, legal);
  }
}

// In quiet positions a line scores what a search of its move alone gives at the same depth.
TEST(AnalysisTest, LinesScoreAsSearchesOfTheirOwn) {
  EngineProcess engine;
  int compared = 0;
  int sum = 0;
  for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                          "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
                          "8/5pk1/4p1p1/3pP2p/3P3P/5KP1/5P2/8 w - - 0 1"}) {
    engine.Send(absl::StrCat("position fen ", fen));
    engine.Send("setoption name MultiPV value 3");
    engine.Send("setoption name Clear Hash");
    const std::vector<std::vector<Info>> reports = ReportsIn(engine.Search("go depth 10"));
    ASSERT_FALSE(reports.empty());
    engine.Send("setoption name MultiPV value 1");
    for (const Info& line : reports.back()) {
      engine.Send("setoption name Clear Hash");
      const auto alone =
          ReportsIn(engine.Search(absl::StrCat("go depth 10 searchmoves ", HeadOf(line))));
      ASSERT_FALSE(alone.empty());
      EXPECT_EQ(HeadOf(alone.back()[0]), HeadOf(line));
      const int difference = std::abs(ScoreOf(alone.back()[0]) - ScoreOf(line));
      EXPECT_LE(difference, 60) << fen << " " << HeadOf(line);
      sum += difference;
      ++compared;
    }
  }
  EXPECT_EQ(compared, 9);
  EXPECT_LE(sum, 25 * compared);
}

struct MateCase {
  const char* fen;
  int mate;  // in the side to move's view
  const char* go;
};

TEST(AnalysisTest, MatesAreExactAndHaveTheRightSign) {
  EngineProcess engine;
  for (const MateCase& c :
       std::vector<MateCase>{{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, "go depth 5"},
                             {"r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", 1, "go depth 5"},
                             {"7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2, "go mate 2"},
                             {"7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2, "go depth 8"},
                             {"7k/5K2/8/8/8/8/8/6R1 b - - 0 1", -1, "go depth 6"},
                             {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "go mate 2"},
                             {"8/8/8/8/8/2k5/1q6/K7 w - - 0 1", 0, "go depth 4"}}) {
    engine.Send(absl::StrCat("position fen ", c.fen));
    const Lines lines = engine.Search(c.go);
    CheckSearchOutput(lines, c.fen);
    Info last;
    for (const std::string& line : lines) {
      const Info info = ParseInfo(line);
      if (info.contains("score")) last = info;
    }
    EXPECT_EQ(last["score"], absl::StrCat("mate ", c.mate)) << c.fen << " " << c.go;
  }
  // There is none: said by an answer without one.
  engine.Send("position startpos");
  for (const std::string& line : engine.Search("go mate 2")) {
    EXPECT_FALSE(absl::StrContains(line, "score mate")) << line;
  }
}

TEST(AnalysisTest, NodesAndDepthsAreKept) {
  EngineProcess engine;
  for (const std::uint64_t nodes : {1U, 100U, 5000U, 40000U}) {
    const Lines lines = engine.Search(absl::StrCat("go nodes ", nodes));
    const auto reports = ReportsIn(lines);
    ASSERT_FALSE(reports.empty());
    const std::uint64_t used = std::stoull(reports.back()[0].at("nodes"));
    EXPECT_LE(used,
              std::max<std::uint64_t>(nodes, 1500));  // the first iteration is always finished
    EXPECT_GE(used, nodes / 2);
  }
  for (const char* depth : {"1", "2", "9"}) {
    const auto reports = ReportsIn(engine.Search(absl::StrCat("go depth ", depth)));
    ASSERT_FALSE(reports.empty());
    EXPECT_EQ(reports.back()[0].at("depth"), depth);
  }
}

}  // namespace
}  // namespace notochord::test
