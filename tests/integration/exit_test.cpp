// However it ends, it ends cleanly: exit code 0, every search answered.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/integration/engine_process.h"

namespace notochord::test {
namespace {

using std::chrono::milliseconds;

struct Situation {
  const char* name;
  std::vector<std::string> commands;
  std::size_t answers;  // bestmoves until the end
};

const std::vector<Situation>& Situations() {
  static const std::vector<Situation> situations = {
      {"just started", {}, 0},
      {"idle", {"uci", "isready"}, 0},
      {"searching", {"go infinite"}, 1},
      {"searching on two threads", {"setoption name Threads value 2", "go infinite"}, 1},
      {"on the clock", {"go wtime 100000 btime 100000"}, 1},
      {"pondering", {"go ponder wtime 1000 btime 1000"}, 1},
      {"waiting, mated", {"position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "go infinite"}, 1},
      {"waiting, searched out",
       {"position fen 7k/8/8/8/8/8/1r6/K7 w - - 0 1", "go infinite depth 1"},
       1},
      {"stopping", {"go infinite", "stop"}, 1},
      {"after a ponder hit", {"go ponder infinite", "ponderhit"}, 1},
      {"after a search", {"go depth 1"}, 1},
  };
  return situations;
}

TEST(ExitTest, QuitInEverySituation) {
  for (const Situation& situation : Situations()) {
    EngineProcess engine;
    for (const std::string& command : situation.commands) engine.Send(command);
    engine.Send("quit");
    EXPECT_EQ(engine.WaitForExit(), 0) << situation.name;
    EXPECT_EQ(CountPrefix(engine.Rest(), "bestmove"), situation.answers) << situation.name;
  }
}

TEST(ExitTest, EndOfInputInEverySituation) {
  for (const Situation& situation : Situations()) {
    EngineProcess engine;
    for (const std::string& command : situation.commands) engine.Send(command);
    engine.CloseInput();
    EXPECT_EQ(engine.WaitForExit(), 0) << situation.name;
    EXPECT_EQ(CountPrefix(engine.Rest(), "bestmove"), situation.answers) << situation.name;
  }
}

TEST(ExitTest, TheGuiHasGone) {
  for (const Situation& situation : Situations()) {
    EngineProcess engine;
    for (const std::string& command : situation.commands) engine.Send(command);
    engine.CloseOutput();  // the input stays open
    EXPECT_EQ(engine.WaitForExit(), 0) << situation.name;
  }
}

TEST(ExitTest, TheGuiHasGoneWhileItTalks) {
  EngineProcess engine;
  engine.Send("go infinite");
  engine.ReadUntil("info depth");
  engine.CloseOutput();
  engine.Send("isready");
  engine.Send("stop");
  EXPECT_EQ(engine.WaitForExit(), 0);
}

TEST(ExitTest, ALastLineWithoutAnEndCounts) {
  EngineProcess engine;
  engine.SendRaw("isready");
  engine.CloseInput();
  EXPECT_EQ(engine.WaitForExit(), 0);
  EXPECT_EQ(engine.Rest(), std::vector<std::string>{"readyok"});
}

}  // namespace
}  // namespace notochord::test
