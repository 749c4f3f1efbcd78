// `notochord analyze` as people call it.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/integration/engine_process.h"
#include "tests/support/data.h"
#include "tests/tools/temp_file.h"

namespace notochord::analyze {
namespace {

using test::EngineProcess;
using test::TempFile;

struct Ended {
  int code;
  std::vector<std::string> lines;
};

Ended Analyze(std::vector<std::string> flags) {
  flags.insert(flags.begin(), "analyze");
  EngineProcess process(flags);
  const int code = process.WaitForExit();
  return {code, process.Rest()};
}

std::string Positions(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    absl::StrAppend(&text, "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8; id \"", i, "\";\n");
  }
  return text;
}

TEST(AnalyzeCommand, WritesToTheScreenAndToAFile) {
  const TempFile in("in.epd", Positions(3));
  const TempFile out("out.jsonl");
  const std::vector<std::string> flags = {absl::StrCat("--in=", in.path()), "--depth=3",
                                          "--hash=1"};
  const Ended screen = Analyze(flags);
  EXPECT_EQ(screen.code, 0);
  ASSERT_EQ(screen.lines.size(), 3);
  EXPECT_TRUE(absl::StrContains(screen.lines[2], "\"id\":\"2\"")) << screen.lines[2];
  EXPECT_TRUE(absl::StrContains(screen.lines[2], "\"solved\":true")) << screen.lines[2];

  std::vector<std::string> to_file = flags;
  to_file.push_back(absl::StrCat("--out=", out.path()));
  EXPECT_EQ(Analyze(to_file).code, 0);
  const std::string whole = out.Read();
  EXPECT_EQ(whole,
            absl::StrCat(screen.lines[0], "\n", screen.lines[1], "\n", screen.lines[2], "\n"));
  // A finished run has nothing to do; one that was cut short goes on.
  EXPECT_EQ(Analyze(to_file).code, 0);
  EXPECT_EQ(out.Read(), whole);
  out.Write(whole.substr(0, whole.size() / 2));
  EXPECT_EQ(Analyze(to_file).code, 0);
  EXPECT_EQ(out.Read(), whole);
  // Other settings would make a mixture.
  to_file.push_back("--multipv=2");
  EXPECT_EQ(Analyze(to_file).code, 1);
  EXPECT_EQ(out.Read(), whole);
}

TEST(AnalyzeCommand, AnnotatesGames) {
  const TempFile in("in.pgn",
                    "[Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Event \"y\"]\n\n1. e4 *\n");
  const TempFile out("out.pgn");
  const std::vector<std::string> flags = {absl::StrCat("--in=", in.path()),
                                          absl::StrCat("--out=", out.path()), "--nodes=500",
                                          "--hash=1"};
  EXPECT_EQ(Analyze(flags).code, 0);
  const std::string whole = out.Read();
  const std::string text = absl::StrReplaceAll(whole, {{"\n", " "}});  // lines end anywhere
  EXPECT_TRUE(absl::StrContains(text, "2. g4 $4")) << whole;
  EXPECT_TRUE(absl::StrContains(text, "2... Qh4# {-M1/")) << whole;
  EXPECT_TRUE(absl::StrContains(whole, "[Event \"y\"]")) << whole;
  out.Write(whole.substr(0, whole.size() - 4));
  EXPECT_EQ(Analyze(flags).code, 0);
  EXPECT_EQ(out.Read(), whole);
  // The same games as a line for each position.
  EXPECT_EQ(Analyze({flags[0], "--nodes=500", "--hash=1", "--format=json"}).lines.size(), 7);
}

TEST(AnalyzeCommand, RefusesWhatItDoesNotUnderstand) {
  const TempFile epd("refused.epd", Positions(1));
  const TempFile out("refused.pgn");
  const std::string in = absl::StrCat("--in=", epd.path());
  for (const std::vector<std::string>& flags : std::vector<std::vector<std::string>>{
           {},
           {in},
           {"--depth=3"},
           {in, "--depth=-1"},
           {in, "--depth=3", "--multipv=0"},
           {in, "--depth=3", "--format=xml"},
           {in, "--depth=3", absl::StrCat("--out=", out.path())},  // EPD as PGN
           {in, "--depth=3", "--out=/no/such/folder/x.jsonl"},
           {"--in=/no/such/file.epd", "--depth=3"}}) {
    EXPECT_EQ(Analyze(flags).code, 1) << testing::PrintToString(flags);
    EXPECT_FALSE(std::filesystem::exists(out.path())) << testing::PrintToString(flags);
  }
}

TEST(AnalyzeCommand, LosesNothingWhenInterrupted) {
  constexpr std::size_t kCount = 10000;
  const TempFile in("signal.epd", Positions(kCount));
  const TempFile out("signal.jsonl");
  const std::vector<std::string> flags = {"analyze", absl::StrCat("--in=", in.path()),
                                          absl::StrCat("--out=", out.path()), "--nodes=2000",
                                          "--hash=1"};
  EngineProcess process(flags);
  std::error_code none_yet;
  while (!std::filesystem::exists(out.path()) ||
         std::filesystem::file_size(out.path(), none_yet) == 0) {
    std::this_thread::yield();
  }
  kill(process.pid(), SIGINT);
  EXPECT_EQ(process.WaitForExit(), 0);
  const std::string text = out.Read();
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  EXPECT_GE(lines, 1);
  EXPECT_LT(lines, kCount);
  EXPECT_TRUE(absl::EndsWith(text, "}\n"));
  EXPECT_TRUE(absl::StrContains(text, absl::StrCat("{\"id\":\"", lines - 1, "\"")));
}

TEST(AnalyzeCommand, TakesThePublicSuitesAndGames) {
  NOTOCHORD_REQUIRE_DATA();
  const Ended suite = Analyze({absl::StrCat("--in=", test::DataPath("suites/kaufman.epd"), ",",
                                            test::DataPath("suites/mate/mate_in_1.epd")),
                               "--nodes=2000", "--hash=1"});
  EXPECT_EQ(suite.code, 0);
  EXPECT_GT(suite.lines.size(), 80);
  const auto mates = std::count_if(suite.lines.begin(), suite.lines.end(), [](const auto& line) {
    return absl::StrContains(line, "\"score\":{\"mate\":1}");
  });
  EXPECT_GE(mates, 64);

  const TempFile out("public.pgn");
  std::ostringstream games;
  games << std::ifstream(test::DataPath("pgn/newyork1924.pgn")).rdbuf();
  const TempFile some("some.pgn", games.str().substr(0, 20000));
  const std::string in = absl::StrCat("--in=", some.path());
  EXPECT_EQ(Analyze({in, absl::StrCat("--out=", out.path()), "--depth=1", "--hash=1"}).code, 0);
  EXPECT_TRUE(absl::StrContains(out.Read(), "[White \"Tartakower,S\"]"));
}

}  // namespace
}  // namespace notochord::analyze
