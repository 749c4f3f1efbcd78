// The protocol, command by command, with the real engine.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "engine/board/movegen.h"
#include "tests/integration/engine_process.h"
#include "tests/support/positions.h"

namespace notochord::test {
namespace {

using std::chrono::milliseconds;
using Lines = std::vector<std::string>;

const std::string kStart(board::Position::kStartFen);

TEST(ProtocolTest, IdentifiesItself) {
  EngineProcess engine;
  engine.Send("uci");
  const Lines lines = engine.ReadUntil("uciok");
  EXPECT_TRUE(absl::StartsWith(lines[0], "id name Notochord"));
  EXPECT_TRUE(absl::StartsWith(lines[1], "id author "));
  for (const char* option :
       {"Hash type spin default 16 min 1 max ", "Threads type spin default 1 min 1 max 1024",
        "Clear Hash type button", "MultiPV type spin default 1 min 1 max 256",
        "Ponder type check default false", "Move Overhead type spin default 10 min 0 max 5000",
        "SyzygyPath type string default <empty>",
        "SyzygyProbeDepth type spin default 1 min 1 max 100",
        "SyzygyProbeLimit type spin default 7 min 0 max 7",
        "Syzygy50MoveRule type check default true", "UCI_Chess960 type check default false",
        "UCI_ShowWDL type check default false", "UCI_AnalyseMode type check default false",
        "UCI_LimitStrength type check default false",
        "UCI_Elo type spin default 3000 min 1300 max 3000", "OwnBook type check default false",
        "BookFile type string default <empty>"}) {
    EXPECT_TRUE(HasLineWith(lines, absl::StrCat("option name ", option))) << option;
  }
}

TEST(ProtocolTest, UnknownWordsGetOneLineEach) {
  EngineProcess engine;
  for (const char* line :
       {"foo", "go2", "setoption name Nothing value 3", "setoption", "position", "position nowhere",
        "position fen x", "see", "debug maybe", "bench x", "perft", "go perft 0"}) {
    engine.Send(line);
    const Lines lines = engine.Sync();
    ASSERT_EQ(lines.size(), 1U) << line;
    EXPECT_TRUE(absl::StartsWith(lines[0], "info string ")) << lines[0];
  }
}

// As the protocol wants it: what is not understood is left out, the rest is obeyed.
TEST(ProtocolTest, UnknownWordsBeforeACommand) {
  EngineProcess engine;
  engine.Send("joho debug on");
  EXPECT_EQ(engine.Sync(), Lines{"info string unknown command: joho"});
  EXPECT_TRUE(HasLineWith(engine.Search("what is this go depth 2"), "info string searching"));
  engine.Send("\xff joho isready");
  EXPECT_EQ(engine.ReadUntil("readyok").size(), 2U);
  // Not so with the short words for people.
  engine.Send("joho d");
  EXPECT_EQ(engine.Sync().size(), 1U);
  CheckSearchOutput(engine.Search("go foo depth 3 bar searchmoves e2e4 g7g5 nodes 100000"), kStart);
  engine.Send("joho quit");
  EXPECT_EQ(engine.WaitForExit(), 0);
}

TEST(ProtocolTest, BlankLinesAndForeignLineEnds) {
  EngineProcess engine;
  engine.SendRaw("\r\n\n   \n\t\nposition startpos moves e2e4\r\n  isready  \r\ngo depth 2\r\n");
  engine.ReadUntil("readyok");
  CheckSearchOutput(engine.ReadUntil("bestmove"), kStart, {"e2e4"});
}

TEST(ProtocolTest, EveryLimitEndsInOneAnswer) {
  EngineProcess engine;
  for (const char* go :
       {"go depth 5", "go nodes 3000", "go movetime 30", "go wtime 500 btime 500",
        "go wtime 100 btime 100 winc 100 binc 100", "go wtime 1000 btime 1000 movestogo 1",
        "go wtime 0 btime 0", "go wtime -5 btime -5", "go mate 1 depth 4", "go depth 0",
        "go depth -1", "go nodes 0", "go movetime 0", "go movetime -1",
        "go searchmoves e2e4 d2d4 depth 3", "go depth 3 searchmoves a2a3",
        "go nodes 100 depth 50 movetime 1000 wtime 10000 btime 10000"}) {
    CheckSearchOutput(engine.Search(go), kStart);
  }
  EXPECT_TRUE(engine.Sync().empty());
}

TEST(ProtocolTest, SearchMovesAreObeyed) {
  EngineProcess engine;
  Lines lines = engine.Search("go searchmoves a2a3 h2h4 depth 6");
  EXPECT_TRUE(absl::StartsWith(lines.back(), "bestmove a2a3") ||
              absl::StartsWith(lines.back(), "bestmove h2h4"));
  // None of them legal: said, and all moves are searched.
  lines = engine.Search("go searchmoves a1a8 depth 3");
  EXPECT_TRUE(HasLineWith(lines, "info string go: searchmoves"));
  CheckSearchOutput(lines, kStart);
}

TEST(ProtocolTest, AnswersWhileSearching) {
  EngineProcess engine;
  engine.Send("setoption name Threads value 2");
  engine.Send("go infinite");
  for (int i = 0; i < 5; ++i) EXPECT_EQ(CountPrefix(engine.Sync(), "bestmove"), 0U);
  engine.Send("d");
  engine.ReadUntil("Checkers:");
  engine.Send("eval");
  engine.Send("stats");
  engine.ReadUntil("worker 1 ");
  engine.Send("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
  engine.Send("setoption name MultiPV value 3");  // both count from the next search on
  EXPECT_EQ(CountPrefix(engine.Sync(), "bestmove"), 0U);
  engine.Send("stop");
  const Lines lines = engine.ReadUntil("bestmove");
  EXPECT_FALSE(HasLineWith(lines, "multipv"));
  EXPECT_FALSE(HasLineWith(lines, "bestmove 0000"));
  engine.Send("stop");
  engine.Send("stop");
  EXPECT_TRUE(engine.Sync().empty());
}

TEST(ProtocolTest, CommandsThatNeedPeaceEndTheSearch) {
  EngineProcess engine;
  for (const char* command : {"setoption name Hash value 8", "setoption name Threads value 2",
                              "ucinewgame", "setoption name Clear Hash", "go depth 2"}) {
    engine.Send("go infinite");
    engine.Send(command);
    const Lines lines = engine.Sync();
    EXPECT_GE(CountPrefix(lines, "bestmove"), 1U) << command;
    if (absl::StartsWith(command, "go") && CountPrefix(lines, "bestmove") == 1) {
      engine.ReadUntil("bestmove");
    }
  }
  EXPECT_TRUE(engine.Sync().empty());
}

TEST(ProtocolTest, Ponder) {
  EngineProcess engine;
  // The guess was right.
  engine.Send("position startpos moves e2e4 e7e5");
  engine.Send("go ponder wtime 300 btime 300");
  EXPECT_EQ(CountPrefix(engine.ReadFor(milliseconds(300)), "bestmove"), 0U);
  engine.Send("ponderhit");
  engine.ReadUntil("bestmove");
  // The guess was wrong.
  engine.Send("go ponder depth 2");
  EXPECT_EQ(CountPrefix(engine.ReadFor(milliseconds(50)), "bestmove"), 0U);
  engine.Send("stop");
  engine.ReadUntil("bestmove");
  // At any other time it means nothing.
  engine.Send("ponderhit");
  EXPECT_TRUE(engine.Sync().empty());
  engine.Send("go infinite");
  engine.Send("ponderhit");
  EXPECT_EQ(CountPrefix(engine.Sync(), "bestmove"), 0U);
  engine.Send("stop");
  engine.ReadUntil("bestmove");
}

// Solved and finished positions: no answer before `stop`, and no work while waiting.
TEST(ProtocolTest, InfiniteMeansUntilStop) {
  EngineProcess engine;
  for (const char* fen : {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",    // mated
                          "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",    // stalemated
                          "8/8/8/8/8/6k1/6p1/6K1 w - - 0 1",   // stalemated
                          "7k/8/8/8/8/8/1r6/K7 w - - 0 1",     // one move
                          "7k/8/6K1/8/8/8/8/R7 w - - 0 1"}) {  // mate in one
    engine.Send(absl::StrCat("position fen ", fen));
    for (const char* go : {"go infinite", "go infinite depth 1", "go ponder depth 1"}) {
      engine.Send(go);
      EXPECT_EQ(CountPrefix(engine.Sync(), "bestmove"), 0U) << fen;
      if (absl::StartsWith(go, "go infinite depth")) {
        engine.ReadFor(milliseconds(50));
        const milliseconds before = engine.CpuTime();
        EXPECT_EQ(CountPrefix(engine.ReadFor(milliseconds(200)), "bestmove"), 0U) << fen;
        EXPECT_LE(engine.CpuTime() - before, milliseconds(10)) << fen;
      }
      engine.Send("stop");
      const Lines lines = engine.ReadUntil("bestmove");
      if (!board::HasLegalMove(PositionFrom(fen))) {
        EXPECT_EQ(lines.back(), "bestmove 0000");
        EXPECT_TRUE(
            HasLineWith(lines, absl::StartsWith(fen, "7k/6Q1") ? "score mate 0" : "score cp 0"));
      }
    }
  }
}

TEST(ProtocolTest, LongGames) {
  EngineProcess engine;
  Lines moves;
  for (int i = 0; i < 1000; ++i) moves.insert(moves.end(), {"g1f3", "g8f6", "f3g1", "f6g8"});
  engine.Send(absl::StrCat("position startpos moves ", absl::StrJoin(moves, " ")));
  CheckSearchOutput(engine.Search("go depth 4"), kStart, moves);
  engine.Send("bench 1 1 2 current");
  EXPECT_TRUE(HasLineWith(engine.Sync(), "position 1/1 bestmove "));
  engine.Send("flip");
  engine.Send("d");
  EXPECT_TRUE(HasLineWith(engine.ReadUntil("Checkers:"),
                          "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1000 2001"));
  engine.Send("position startpos moves e2e4 e7e5 e1e3 g1f3");
  const Lines lines = engine.Sync();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_TRUE(absl::StrContains(lines[0], "e1e3"));
  CheckSearchOutput(engine.Search("go depth 3"), kStart, {"e2e4", "e7e5"});
}

TEST(ProtocolTest, ABadPositionLeavesTheOldOne) {
  EngineProcess engine;
  engine.Send("position startpos moves e2e4");
  engine.Send("position fen 8/8/8/8/8/8/8/8 w - - 0 1");
  EXPECT_EQ(engine.Sync().size(), 1U);
  CheckSearchOutput(engine.Search("go depth 2"), kStart, {"e2e4"});
}

TEST(ProtocolTest, LinesAreLegalToTheEnd) {
  EngineProcess engine;
  engine.Send("setoption name Hash value 1");
  for (const board::Position& position : RandomPositions(kParanoid ? 20 : 150, 11)) {
    if (position.Fen().find_first_of("ABCDEFGHabcdefgh", position.Fen().find(' ') + 2) <
        position.Fen().find('-')) {
      continue;  // Chess960 castling rights need the option
    }
    engine.Send(absl::StrCat("position fen ", position.Fen()));
    CheckSearchOutput(engine.Search("go nodes 3000"), position.Fen());
  }
}

TEST(ProtocolTest, Chess960Castling) {
  EngineProcess engine;
  // Castling is the only good move, or at least a legal one: ask for it.
  engine.Send("setoption name UCI_Chess960 value true");
  engine.Send("position fen 1k6/8/8/8/8/8/8/6KR w H - 0 1");
  Lines lines = engine.Search("go depth 4 searchmoves g1h1");
  EXPECT_TRUE(absl::StartsWith(lines.back(), "bestmove g1h1")) << lines.back();
  engine.Send("setoption name UCI_Chess960 value false");
  engine.Send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  lines = engine.Search("go depth 4 searchmoves e1g1");
  EXPECT_TRUE(absl::StartsWith(lines.back(), "bestmove e1g1")) << lines.back();
}

TEST(ProtocolTest, WinDrawLoss) {
  EngineProcess engine;
  EXPECT_FALSE(HasLineWith(engine.Search("go depth 3"), " wdl "));
  engine.Send("setoption name UCI_ShowWDL value true");
  for (const std::string& line : engine.Search("go depth 3")) {
    if (!absl::StartsWith(line, "info depth")) continue;
    const Lines words = absl::StrSplit(ParseInfo(line)["wdl"], ' ');
    ASSERT_EQ(words.size(), 3U) << line;
    EXPECT_EQ(std::stoi(words[0]) + std::stoi(words[1]) + std::stoi(words[2]), 1000);
  }
}

TEST(ProtocolTest, Tools) {
  EngineProcess engine;
  engine.Send("d");
  EXPECT_TRUE(HasLineWith(engine.ReadUntil("Checkers:"), absl::StrCat("Fen: ", kStart)));
  engine.Send("position startpos moves e2e4");
  engine.Send("flip");
  engine.Send("d");
  EXPECT_TRUE(HasLineWith(engine.ReadUntil("Checkers:"),
                          "Fen: rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq"));
  engine.Send("position startpos");
  engine.Send("perft 3");
  EXPECT_TRUE(HasLineWith(engine.ReadUntil("Nodes searched"), "Nodes searched: 8902"));
  engine.Send("go perft 4 parallel");
  EXPECT_TRUE(HasLineWith(engine.ReadUntil("Nodes searched"), "Nodes searched: 197281"));
  engine.Sync();
  engine.Send("position fen 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
  engine.Send("see e4d5");
  EXPECT_EQ(engine.Sync(), Lines{"see e4d5 100"});
  engine.Send("eval");
  EXPECT_TRUE(HasLineWith(engine.Sync(), "Material"));
  engine.Send("help");
  EXPECT_TRUE(HasLineWith(engine.Sync(), "position startpos"));
  engine.Send("params");
  EXPECT_TRUE(HasLineWith(engine.Sync(), "SeePawn, int, 100, "));
  engine.Send("debug on");
  EXPECT_TRUE(HasLineWith(engine.Search("go wtime 1000 btime 1000"), "soft limit"));
}

TEST(ProtocolTest, BenchIsDeterministic) {
  std::set<std::string> counts;
  for (int run = 0; run < 2; ++run) {
    EngineProcess engine({"bench", "4"});
    ASSERT_EQ(engine.WaitForExit(), 0);
    const Lines lines = engine.Rest();
    const Lines words = absl::StrSplit(lines.back(), ' ');
    ASSERT_EQ(words.size(), 4U) << lines.back();
    EXPECT_EQ(words[1], "nodes");
    EXPECT_EQ(words[3], "nps");
    counts.insert(words[0]);
  }
  EngineProcess engine;
  engine.Search("go depth 6");
  engine.Send("bench 4");
  const Lines lines = engine.Sync();
  const Lines words = absl::StrSplit(lines.back(), ' ');
  counts.insert(words[0]);
  EXPECT_EQ(counts.size(), 1U);
}

}  // namespace
}  // namespace notochord::test
