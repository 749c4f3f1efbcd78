#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "tests/integration/engine_process.h"
#include "tests/integration/session_fuzzer.h"

namespace notochord::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

TEST(SlowSessionTest, AHundredThousandRandomCommands) {
  for (std::uint64_t seed = 100; seed < 120; ++seed) RunRandomSession(5000, seed);
}

TEST(SlowSessionTest, ATenThousandfoldRapidChange) {
  EngineProcess engine;
  const std::vector<std::string> commands = {"go infinite",
                                             "stop",
                                             "go ponder wtime 50 btime 50",
                                             "ponderhit",

                                             "setoption name Threads value 3",
                                             "setoption name Hash value 2",
                                             "ucinewgame",
                                             "position startpos moves e2e4",
                                             "go depth 3",
                                             "stop",
                                             "setoption name Threads value 1"};
  std::uint64_t state = 1;
  std::size_t searches = 0;
  std::size_t answers = 0;
  for (int i = 0; i < 10000; ++i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    const std::string& command = commands[(state >> 33) % commands.size()];
    searches += command[0] == 'g' ? 1U : 0U;
    engine.Send(command);
    if (i % 100 == 0) answers += CountPrefix(engine.Sync(), "bestmove");
  }
  engine.Send("quit");
  EXPECT_EQ(engine.WaitForExit(), 0);
  answers += CountPrefix(engine.Rest(), "bestmove");
  EXPECT_EQ(answers, searches);
}

TEST(SlowSessionTest, AThousandThreads) {
  EngineProcess engine;
  engine.Send("setoption name Threads value 1024");
  engine.Sync();
  engine.Send("go infinite");
  engine.ReadUntil("info depth 2");
  engine.Send("stop");
  EXPECT_EQ(CountPrefix(engine.ReadUntil("bestmove"), "bestmove"), 1U);
  engine.Send("quit");
  EXPECT_EQ(engine.WaitForExit(), 0);
}

// Watching an analysis: the early depths may rush by, afterwards a person can read along.
TEST(SlowSessionTest, AnalysisDoesNotFloodTheScreen) {
  EngineProcess engine;
  engine.Send("go infinite");
  engine.ReadFor(milliseconds(4000));
  const std::vector<std::string> lines = engine.ReadFor(milliseconds(10000));
  EXPECT_LE(lines.size(), 80U);
  EXPECT_GE(lines.size(), 5U);
  engine.Send("stop");
  engine.ReadUntil("bestmove");
}

}  // namespace
}  // namespace notochord::test
