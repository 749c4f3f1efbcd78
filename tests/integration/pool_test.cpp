// Threads and memory of the real engine.
#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tests/integration/engine_process.h"
#include "tests/support/positions.h"
#include "tests/support/sanitizers.h"

namespace notochord::test {
namespace {

using Lines = std::vector<std::string>;

constexpr bool kSanitized = kAddressSanitizer || kThreadSanitizer;
const std::string kStart(board::Position::kStartFen);

// [node] how many workers `stats` says are bound to it.
std::map<std::string, int> WorkersOfNodes(EngineProcess& engine) {
  engine.Send("stats");
  std::map<std::string, int> counts;
  for (const std::string& line : engine.Sync()) {
    const std::vector<std::string> words = absl::StrSplit(line, ' ');
    const auto word = std::find(words.begin(), words.end(), "numa");
    if (absl::StartsWith(line, "worker ") && word != words.end()) ++counts[*(word + 1)];
  }
  return counts;
}

TEST(PoolTest, NumaNodesOfAMadeUpMachine) {
  if (kSanitized) GTEST_SKIP() << "nothing is bound in sanitized builds";
  EngineProcess engine({}, {"HWLOC_SYNTHETIC=node:4 core:2 pu:1", "HWLOC_THISSYSTEM=0"});
  EXPECT_TRUE(WorkersOfNodes(engine).empty());
  engine.Send("setoption name Threads value 8");
  EXPECT_EQ(WorkersOfNodes(engine),
            (std::map<std::string, int>{{"0", 2}, {"1", 2}, {"2", 2}, {"3", 2}}));
  CheckSearchOutput(engine.Search("go depth 6"), kStart);
  engine.Send("setoption name Threads value 6");
  EXPECT_EQ(WorkersOfNodes(engine),
            (std::map<std::string, int>{{"0", 2}, {"1", 2}, {"2", 1}, {"3", 1}}));
  CheckSearchOutput(engine.Search("go depth 6"), kStart);
  engine.Send("setoption name Threads value 1");
  EXPECT_TRUE(WorkersOfNodes(engine).empty());
  CheckSearchOutput(engine.Search("go depth 3"), kStart);
  engine.Send("quit");
  EXPECT_EQ(engine.WaitForExit(), 0);
}

// [processors] how many threads of a process may run on just these.
std::map<std::string, int> ThreadsOfProcessors(pid_t pid) {
  std::map<std::string, int> counts;
  for (const auto& task :
       std::filesystem::directory_iterator(absl::StrCat("/proc/", pid, "/task"))) {
    std::ifstream status(task.path() / "status");
    for (std::string line; std::getline(status, line);) {
      absl::string_view processors = line;
      if (!absl::ConsumePrefix(&processors, "Cpus_allowed_list:\t")) continue;
      ++counts[std::string(processors)];
    }
  }
  return counts;
}

// A machine that is made up of the first two real processors, one node each: threads are really
// bound.
TEST(PoolTest, WorkersStayOnTheirNodes) {
  if (kSanitized) GTEST_SKIP() << "nothing is bound in sanitized builds";
  cpu_set_t ours;
  ASSERT_EQ(sched_getaffinity(0, sizeof ours, &ours), 0);
  if (!CPU_ISSET(0, &ours) || !CPU_ISSET(1, &ours)) GTEST_SKIP() << "needs processors 0 and 1";
  EngineProcess engine({}, {"HWLOC_SYNTHETIC=node:2 core:1 pu:1", "HWLOC_THISSYSTEM=1"});
  engine.Send("setoption name Threads value 6");
  CheckSearchOutput(engine.Search("go depth 4"), kStart);
  std::map<std::string, int> threads = ThreadsOfProcessors(engine.pid());
  EXPECT_EQ(threads["0"], 3);
  EXPECT_EQ(threads["1"], 3);
  engine.Send("setoption name Threads value 1");
  CheckSearchOutput(engine.Search("go depth 4"), kStart);
  threads = ThreadsOfProcessors(engine.pid());
  EXPECT_EQ(threads["0"], 0);
  EXPECT_EQ(threads["1"], 0);
}

TEST(PoolTest, StatsShowEveryWorker) {
  EngineProcess engine;
  engine.Send("setoption name Threads value 3");
  engine.Search("go depth 6");
  engine.Send("stats");
  const Lines lines = engine.Sync();
  EXPECT_EQ(CountPrefix(lines, "worker "), 3U);
  EXPECT_TRUE(absl::StartsWith(lines[0], "threads 3 nodes ")) << lines[0];
  std::uint64_t sum = 0;
  for (const std::string& line : lines) {
    const std::vector<std::string> words = absl::StrSplit(line, ' ');
    if (words[0] == "worker") sum += std::stoull(words[3]);
  }
  const std::vector<std::string> head = absl::StrSplit(lines[0], ' ');
  EXPECT_EQ(std::stoull(head[3]), sum);
  // Also while they search, and without disturbing them.
  engine.Send("go infinite");
  engine.Send("stats");
  const Lines running = engine.Sync();
  EXPECT_EQ(CountPrefix(running, "worker "), 3U);
  EXPECT_EQ(CountPrefix(running, "bestmove"), 0U);
  engine.Send("stop");
  engine.ReadUntil("bestmove");
}

}  // namespace
}  // namespace notochord::test
