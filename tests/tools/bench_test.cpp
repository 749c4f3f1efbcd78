#include "engine/tools/bench.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/tools/temp_file.h"

namespace notochord::tools {
namespace {

using Type = BenchSettings::Type;

constexpr absl::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

TEST(BenchTest, NothingOrADepth) {
  const BenchSettings plain = *ParseBench("", kStart);
  EXPECT_EQ(plain.hash_mebibytes, 16U);
  EXPECT_EQ(plain.threads, 1U);
  EXPECT_EQ(plain.limit, 15U);
  EXPECT_EQ(plain.type, Type::kDepth);
  EXPECT_TRUE(plain.fens.empty());
  const BenchSettings depth = *ParseBench("5", kStart);
  EXPECT_EQ(depth.limit, 5U);
  EXPECT_EQ(depth.hash_mebibytes, 16U);
}

TEST(BenchTest, WordsInTurn) {
  const BenchSettings two = *ParseBench("32 2", kStart);
  EXPECT_EQ(two.hash_mebibytes, 32U);
  EXPECT_EQ(two.threads, 2U);
  EXPECT_EQ(two.limit, 15U);
  const BenchSettings all = *ParseBench("8 3 1000 current nodes", kStart);
  EXPECT_EQ(all.hash_mebibytes, 8U);
  EXPECT_EQ(all.threads, 3U);
  EXPECT_EQ(all.limit, 1000U);
  EXPECT_EQ(all.type, Type::kNodes);
  EXPECT_EQ(all.fens, std::vector<std::string>{std::string(kStart)});
  EXPECT_EQ(ParseBench("16 1 50 default movetime", kStart)->type, Type::kMoveTime);
  EXPECT_EQ(ParseBench("16 1 3 default perft", kStart)->type, Type::kPerft);
}

TEST(BenchTest, RefusesWhatIsWrong) {
  for (const char* words :
       {"x", "0", "41", "-1", "16 0", "0 1", "16 1 41", "16 1 0", "16 1 5 default nonsense",
        "16 1 16 default perft", "16 1 5 /no/such/file", "16 1 5 default depth more"}) {
    EXPECT_FALSE(ParseBench(words, kStart).ok()) << words;
  }
}

TEST(BenchTest, ReadsPositionsFromAFile) {
  const test::TempFile good("good.fen",
                            absl::StrCat(kStart, "\n\n8/8/4k3/8/8/4K3/4P3/8 w - - 0 1\n"));
  EXPECT_EQ(ParseBench(absl::StrCat("16 1 3 ", good.path()), kStart)->fens.size(), 2U);
  const test::TempFile bad("bad.fen", absl::StrCat(kStart, "\nnonsense\n"));
  const absl::StatusOr<BenchSettings> settings =
      ParseBench(absl::StrCat("16 1 3 ", bad.path()), kStart);
  ASSERT_FALSE(settings.ok());
  EXPECT_TRUE(absl::StrContains(settings.status().message(), ":2: ")) << settings.status();
  const test::TempFile empty("empty.fen", "\n");
  EXPECT_FALSE(ParseBench(absl::StrCat("16 1 3 ", empty.path()), kStart).ok());
}

BenchResult RunBench(const std::string& words, std::vector<std::string>& lines) {
  const absl::StatusOr<BenchSettings> settings = ParseBench(words, kStart);
  EXPECT_TRUE(settings.ok()) << settings.status();
  return Bench(*settings, [&](absl::string_view line) { lines.emplace_back(line); });
}

TEST(BenchTest, CountsTheSameInEveryForm) {
  std::vector<std::string> lines;
  const std::uint64_t nodes = RunBench("3", lines).nodes;
  EXPECT_GT(lines.size(), 20U);
  EXPECT_GT(nodes, 1000U);
  EXPECT_EQ(RunBench("16 1 3", lines).nodes, nodes);
  EXPECT_EQ(RunBench("16 1 3 default depth", lines).nodes, nodes);
}

TEST(BenchTest, PerftOfTheBoard) {
  std::vector<std::string> lines;
  EXPECT_EQ(RunBench("1 1 3 current perft", lines).nodes, 8902U);
  EXPECT_EQ(lines[0], "position 1/1 perft nodes 8902");
}

TEST(BenchTest, SaysWhatIsNoPosition) {
  BenchSettings settings = *ParseBench("1 1 3 current perft", "nonsense");
  settings.fens.emplace_back(kStart);
  std::vector<std::string> lines;
  const auto report = [&](absl::string_view line) { lines.emplace_back(line); };
  EXPECT_EQ(Bench(settings, report).nodes, 8902U);
  EXPECT_TRUE(absl::StartsWith(lines[0], "position 1/2 the board has 1 ranks")) << lines[0];
  EXPECT_EQ(lines[1], "position 2/2 perft nodes 8902");
}

TEST(BenchTest, OtherLimitsAndThreads) {
  std::vector<std::string> lines;
  EXPECT_GE(RunBench("1 2 1000 current nodes", lines).nodes, 900U);
  EXPECT_GT(RunBench("1 1 1 current movetime", lines).nodes, 0U);
  EXPECT_TRUE(absl::StartsWith(lines[0], "position 1/1 bestmove ")) << lines[0];
}

}  // namespace
}  // namespace notochord::tools
