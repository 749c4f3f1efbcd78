// Each option of the real engine: what it takes, what it refuses, and that it does something.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "tests/integration/engine_process.h"
#include "tests/support/data.h"
#include "tests/support/positions.h"

namespace notochord::test {
namespace {

using std::chrono::milliseconds;
using Lines = std::vector<std::string>;

const std::string kStart(board::Position::kStartFen);

bool Contains(const Lines& lines, absl::string_view text) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return absl::StrContains(line, text); });
}

TEST(EngineOptionsTest, NumbersTakeTheirLimitsAndNothingElse) {
  EngineProcess engine;
  engine.Send("uci");
  for (const std::string& line : engine.ReadUntil("uciok")) {
    const Lines words = absl::StrSplit(line, ' ');
    const auto type = std::find(words.begin(), words.end(), "type");
    if (!absl::StartsWith(line, "option") || *(type + 1) != "spin") continue;
    const std::string name = absl::StrJoin(words.begin() + 2, type, " ");
    const std::int64_t min = std::stoll(*(std::find(words.begin(), words.end(), "min") + 1));
    const std::int64_t max = std::stoll(*(std::find(words.begin(), words.end(), "max") + 1));
    engine.Send(absl::StrCat("setoption name ", name, " value ", min));
    EXPECT_TRUE(engine.Sync().empty()) << name;
    if (name != "Hash" && name != "Threads") {
      engine.Send(absl::StrCat("setoption name ", name, " value ", max));
      EXPECT_TRUE(engine.Sync().empty()) << name;
    }
    for (const std::string& wrong :
         {absl::StrCat(min - 1), absl::StrCat(max + 1), std::string("abc"), std::string()}) {
      engine.Send(absl::StrCat("setoption name ", name, " value ", wrong));
      EXPECT_EQ(engine.Sync().size(), 1U) << name << " " << wrong;
    }
    engine.Send(absl::StrCat("setoption name ", name, " value ", min));
    engine.Sync();
  }
  CheckSearchOutput(engine.Search("go depth 3"), kStart);
}

TEST(EngineOptionsTest, HugeHashIsRefusedAndTheOldStays) {
  EngineProcess engine;
  engine.Send("setoption name Hash value 33554432");
  const Lines lines = engine.Sync();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_TRUE(absl::StartsWith(lines[0], "info string Hash: ")) << lines[0];
  engine.Send("stats");
  EXPECT_TRUE(Contains(engine.Sync(), "hash 16 MiB"));
  CheckSearchOutput(engine.Search("go depth 3"), kStart);
}

TEST(EngineOptionsTest, FlagsTakeTrueAndFalseAndNothingElse) {
  EngineProcess engine;
  for (const char* name : {"Ponder", "UCI_Chess960", "UCI_ShowWDL", "UCI_AnalyseMode",
                           "UCI_LimitStrength", "OwnBook", "Syzygy50MoveRule"}) {
    for (const char* value : {"true", "false", "True"}) {
      engine.Send(absl::StrCat("setoption name ", name, " value ", value));
      EXPECT_TRUE(engine.Sync().empty()) << name << " " << value;
    }
    for (const char* value : {"yes", "1", "", "true false"}) {
      engine.Send(absl::StrCat("setoption name ", name, " value ", value));
      const Lines lines = engine.Sync();
      ASSERT_EQ(lines.size(), 1U) << name << " " << value;
      EXPECT_EQ(lines[0], absl::StrCat("info string ", name, ": expected true or false"));
    }
  }
}

TEST(EngineOptionsTest, WrongNamesGetOneLineEach) {
  EngineProcess engine;
  for (const char* line :
       {"setoption name Nothing value 3", "setoption name Nothing", "setoption", "setoption name",
        "setoption Hash 3", "setoption value 3 name Hash", "setoption name Hash=3",
        "setoption name Hash", "setoption name BookFile value /nowhere/book.bin"}) {
    engine.Send(line);
    const Lines lines = engine.Sync();
    ASSERT_EQ(lines.size(), 1U) << line;
    EXPECT_TRUE(absl::StartsWith(lines[0], "info string ")) << lines[0];
  }
  engine.Send("stats");
  EXPECT_TRUE(Contains(engine.Sync(), "hash 16 MiB"));
}

// Whether it takes effect at once, ends the search or waits for the next one: the search is
// answered once, at the latest at `stop`, and the next is a search like any other.
TEST(EngineOptionsTest, EveryOptionDuringASearch) {
  EngineProcess engine;
  int changes = 0;
  for (const char* option : {"Hash value 3",
                             "Threads value 2",
                             "Clear Hash",
                             "MultiPV value 2",
                             "Ponder value true",
                             "Move Overhead value 20",
                             "UCI_Chess960 value true",
                             "UCI_ShowWDL value true",
                             "UCI_AnalyseMode value true",
                             "UCI_LimitStrength value true",
                             "UCI_Elo value 2000",
                             "OwnBook value true",
                             "BookFile value /nowhere",
                             "SyzygyPath value /nowhere",
                             "SyzygyProbeDepth value 3",
                             "SyzygyProbeLimit value 5",
                             "Syzygy50MoveRule value false",
                             "Hash value 0",
                             "Threads value x",
                             "Nothing value 1"}) {
    engine.Send("go infinite");
    engine.Send(absl::StrCat("setoption name ", option));
    Lines lines = engine.Sync();
    engine.Send("stop");
    for (const std::string& line : engine.Sync()) lines.push_back(line);
    if (CountPrefix(lines, "bestmove") == 0) {
      for (const std::string& line : engine.ReadUntil("bestmove")) lines.push_back(line);
    }
    EXPECT_EQ(CountPrefix(lines, "bestmove"), 1U) << option;
    EXPECT_FALSE(Contains(lines, "bestmove 0000")) << option;
    ++changes;
  }
  EXPECT_EQ(changes, 20);
  CheckSearchOutput(engine.Search("go depth 4"), kStart);
}

TEST(EngineOptionsTest, LimitedStrengthStillPlaysChess) {
  EngineProcess engine;
  engine.Send("setoption name UCI_LimitStrength value true");
  std::set<std::string> answers;
  for (int i = 0; i < 30; ++i) {
    engine.Send("setoption name UCI_Elo value 1300");
    const Lines lines = engine.Search("go wtime 1000 btime 1000");
    CheckSearchOutput(lines, kStart);
    answers.insert(lines.back());
  }
  EXPECT_GE(answers.size(), 2U);
}

// The nodes of a limited search, whatever the clock says.
std::uint64_t NodesOf(const Lines& lines) {
  std::uint64_t nodes = 0;
  for (const std::string& line : lines) {
    const auto info = ParseInfo(line);
    if (info.contains("pv")) nodes = std::stoull(info.at("nodes"));
  }
  return nodes;
}

TEST(EngineOptionsTest, MoreEloMoreNodes) {
  EngineProcess engine;
  engine.Send("setoption name UCI_LimitStrength value true");
  std::uint64_t last = 0;
  for (const int elo : {1300, 1900, 2200, 2500}) {
    engine.Send(absl::StrCat("setoption name UCI_Elo value ", elo));
    engine.Send("ucinewgame");
    const std::uint64_t nodes = NodesOf(engine.Search("go movetime 60000"));
    EXPECT_GT(nodes, last) << elo;
    last = nodes;
  }
  // Analysis is never weaker.
  engine.Send("setoption name UCI_Elo value 1300");
  engine.Send("setoption name UCI_AnalyseMode value true");
  EXPECT_GT(NodesOf(engine.Search("go nodes 20000")), 10000U);
}

TEST(EngineOptionsTest, Book) {
  // One entry: the start position's key as the format's description has it, e2e4, weight 1.
  const std::string path = testing::TempDir() + "notochord options_test book.bin";
  const unsigned char entry[] = {0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c,
                                 0x03, 0x1c, 0,    1,    0,    0,    0,    0};
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(entry), sizeof(entry));
  EngineProcess engine;
  engine.Send(absl::StrCat("setoption name BookFile value ", path));
  EXPECT_EQ(engine.Sync(), Lines{"info string book with 1 moves"});
  EXPECT_FALSE(Contains(engine.Search("go depth 1"), "book move"));
  engine.Send("setoption name OwnBook value true");
  const Lines lines = engine.Search("go wtime 1000 btime 1000");
  EXPECT_TRUE(Contains(lines, "book move"));
  EXPECT_EQ(lines.back(), "bestmove e2e4");
  CheckSearchOutput(lines, kStart);
  // Not where somebody wants to see a search, and not where the book has nothing.
  EXPECT_FALSE(Contains(engine.Search("go depth 1 searchmoves d2d4"), "book move"));
  engine.Send("position startpos moves e2e4");
  EXPECT_FALSE(Contains(engine.Search("go depth 1"), "book move"));
  engine.Send("position startpos");
  engine.Send("setoption name UCI_AnalyseMode value true");
  EXPECT_FALSE(Contains(engine.Search("go depth 1"), "book move"));
  engine.Send("setoption name UCI_AnalyseMode value false");
  // One that cannot be read leaves the old one; none is none.
  engine.Send("setoption name BookFile value /nowhere");
  EXPECT_EQ(engine.Sync().size(), 1U);
  EXPECT_TRUE(Contains(engine.Search("go depth 1"), "book move"));
  engine.Send("setoption name BookFile value <empty>");
  EXPECT_FALSE(Contains(engine.Search("go depth 1"), "book move"));
  std::remove(path.c_str());
}

TEST(EngineOptionsTest, ARealBook) {
  NOTOCHORD_REQUIRE_DATA();
  EngineProcess engine;
  engine.Send(absl::StrCat("setoption name BookFile value ", DataPath("books/polyglot_small.bin")));
  engine.Send("setoption name OwnBook value true");
  EXPECT_TRUE(Contains(engine.Sync(), "info string book with "));
  Lines moves;
  std::size_t from_book = 0;
  for (int ply = 0; ply < 30; ++ply) {
    engine.Send(absl::StrCat("position startpos moves ", absl::StrJoin(moves, " ")));
    const Lines lines = engine.Search("go depth 1");
    CheckSearchOutput(lines, kStart, moves);
    if (!Contains(lines, "book move")) break;
    ++from_book;
    moves.push_back(Lines(absl::StrSplit(lines.back(), ' '))[1]);
  }
  EXPECT_GE(from_book, 2U);
}

}  // namespace
}  // namespace notochord::test
