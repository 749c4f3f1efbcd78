// What the executable does with its arguments, besides the tools.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "tests/integration/engine_process.h"

namespace notochord::test {
namespace {

std::vector<std::string> RunEngine(const std::vector<std::string>& arguments) {
  EngineProcess engine(arguments);
  EXPECT_EQ(engine.WaitForExit(), 0) << absl::StrJoin(arguments, " ");
  return engine.Rest();
}

TEST(CommandLineTest, VersionNamesTheBuild) {
  const std::vector<std::string> lines = RunEngine({"--version"});
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_TRUE(absl::StartsWith(lines[0], "Notochord ")) << lines[0];
  const std::vector<std::string> names = {
      "", "commit", "compiler", "architecture", "instructions", "sliders"};
  for (std::size_t i = 1; i < lines.size(); ++i) {
    EXPECT_TRUE(absl::StartsWith(lines[i], names[i] + " ")) << lines[i];
    EXPECT_NE(lines[i].back(), ' ') << lines[i];
  }
#if defined(__clang__)
  EXPECT_TRUE(absl::StrContains(lines[2], "Clang "));
#else
  EXPECT_TRUE(absl::StrContains(lines[2], "GCC "));
#endif
#if defined(__BMI2__) && !defined(NOTOCHORD_NO_PEXT)
  EXPECT_TRUE(absl::EndsWith(lines[5], " PEXT"));
#else
  EXPECT_TRUE(absl::EndsWith(lines[5], " magics"));
#endif
}

// The same version as the protocol's.
TEST(CommandLineTest, VersionIsTheEnginesName) {
  const std::vector<std::string> version = RunEngine({"--version"});
  const std::vector<std::string> name = RunEngine({"uci"});
  ASSERT_FALSE(version.empty());
  ASSERT_FALSE(name.empty());
  EXPECT_TRUE(absl::StartsWith(name[0], "id name " + version[0])) << name[0];
}

TEST(CommandLineTest, HelpNamesToolsAndCommands) {
  const std::string text = absl::StrJoin(RunEngine({"--help"}), "\n");
  for (const char* word : {"bench", "perft", "tune", "datagen", "analyze", "--version"}) {
    EXPECT_TRUE(absl::StrContains(text, word)) << word;
  }
}

TEST(CommandLineTest, ToolsListTheirOwnFlags) {
  EngineProcess engine({"datagen", "--help"});
  engine.WaitForExit();
  const std::vector<std::string> lines = engine.Rest();
  EXPECT_EQ(CountPrefix(lines, "  Flags from engine/tools/datagen/datagen.cpp:"), 1U);
  EXPECT_EQ(CountPrefix(lines, "  Flags from engine/tools/command_line.cpp:"), 1U);
  EXPECT_EQ(CountPrefix(lines, "  Flags from"), 2U);
}

TEST(CommandLineTest, WordsAreOneCommand) {
  EXPECT_EQ(CountPrefix(RunEngine({"go", "depth", "3"}), "bestmove"), 1U);
  EXPECT_EQ(CountPrefix(RunEngine({"nonsense"}), "info string"), 1U);
}

TEST(CommandLineTest, TextsAreCommandsInTurn) {
  const std::vector<std::string> lines = RunEngine(
      {"position fen 7k/8/8/8/8/8/1r6/K7 w - - 0 1", "go depth 2", "isready", "quit", "isready"});
  ASSERT_GE(lines.size(), 2U);
  EXPECT_EQ(lines[lines.size() - 2], "bestmove a1b2");
  EXPECT_EQ(lines.back(), "readyok");
  EXPECT_EQ(CountPrefix(lines, "readyok"), 1U);
}

}  // namespace
}  // namespace notochord::test
