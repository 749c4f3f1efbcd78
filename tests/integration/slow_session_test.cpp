#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "tests/integration/engine_process.h"
#include "tests/integration/rapid_session.h"
#include "tests/integration/session_fuzzer.h"

namespace notochord::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

TEST(SlowSessionTest, AHundredThousandRandomCommands) {
  for (std::uint64_t seed = 100; seed < 120; ++seed) RunRandomSession(5000, seed);
}

TEST(SlowSessionTest, TenThousandRapidChanges) { RunRapidSession(10000, 2); }

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
