// The `datagen` command of the real binary: flags, exit codes, interrupts.
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "engine/tools/datagen/game_file.h"
#include "tests/integration/engine_process.h"
#include "tests/tools/temp_file.h"

namespace notochord::datagen {
namespace {

using test::EngineProcess;
using test::TempFile;

constexpr std::size_t kHeaderSize = 256;

struct Ended {
  int code;
  std::vector<std::string> lines;
};

Ended Datagen(std::vector<std::string> flags) {
  flags.insert(flags.begin(), "datagen");
  EngineProcess process(flags);
  const int code = process.WaitForExit();
  return {code, process.Rest()};
}

std::vector<std::string> QuickFlags(const TempFile& file, int games) {
  return {absl::StrCat("--out=", file.path()), absl::StrCat("--games=", games), "--nodes=50",
          "--threads=1", "--hash=1"};
}

TEST(DatagenCommand, PlaysAndConverts) {
  const TempFile file("command.bin");
  EXPECT_EQ(Datagen(QuickFlags(file, 2)).code, 0);
  const std::string bytes = file.Read();
  absl::StatusOr<GameReader> reader = GameReader::Open(bytes);
  ASSERT_TRUE(reader.ok()) << reader.status();
  while (!reader->done()) ASSERT_TRUE(reader->Next().ok());
  EXPECT_EQ(reader->games(), 2);

  // Dashes and underscores are the same.
  for (const std::string flag : {"--to-text=-", "--to_text=-"}) {
    const Ended text = Datagen({absl::StrCat("--in=", file.path()), flag});
    EXPECT_EQ(text.code, 0);
    ASSERT_EQ(text.lines.size(), reader->positions());
    EXPECT_TRUE(absl::StrContains(text.lines[0], " [")) << text.lines[0];
  }
  EXPECT_EQ(Datagen({absl::StrCat("--in=", file.path())}).code, 0);
  file.Write(bytes.substr(0, bytes.size() - 1));
  EXPECT_EQ(Datagen({absl::StrCat("--in=", file.path())}).code, 1);
  // What was cut off is played again.
  EXPECT_EQ(Datagen(QuickFlags(file, 2)).code, 0);
  EXPECT_TRUE(file.Read() == bytes);
}

TEST(DatagenCommand, RefusesWhatItDoesNotUnderstand) {
  const TempFile file("refused.bin");
  const std::string out = absl::StrCat("--out=", file.path());
  for (const std::vector<std::string>& flags :
       std::vector<std::vector<std::string>>{{},
                                             {out},
                                             {"--games=1"},
                                             {out, "--games=some"},
                                             {out, "--games=1", "--nodes=0"},
                                             {out, "--games=1", "--no-such-flag=1"},
                                             {out, "--games=1", "word"},
                                             {out, "--games=1", "--book=/no/such/book.epd"},
                                             {"--to-text=-"},
                                             {"--to-text=-", "--in=/no/such/file.bin"}}) {
    EXPECT_EQ(Datagen(flags).code, 1) << testing::PrintToString(flags);
    EXPECT_FALSE(std::filesystem::exists(file.path())) << testing::PrintToString(flags);
  }
  EXPECT_EQ(Datagen(QuickFlags(file, 1)).code, 0);
  std::vector<std::string> other = QuickFlags(file, 2);
  other.push_back("--seed=2");
  EXPECT_EQ(Datagen(other).code, 1);
}

TEST(DatagenCommand, EndsWithWholeGamesWhenInterrupted) {
  const TempFile file("signal.bin");
  std::vector<std::string> flags = QuickFlags(file, 1000000);
  flags.insert(flags.begin(), "datagen");
  EngineProcess process(flags);
  std::error_code none_yet;
  while (!std::filesystem::exists(file.path()) ||
         std::filesystem::file_size(file.path(), none_yet) <= kHeaderSize) {
    std::this_thread::yield();
  }
  kill(process.pid(), SIGINT);
  EXPECT_EQ(process.WaitForExit(), 0);
  const std::string bytes = file.Read();
  absl::StatusOr<GameReader> reader = GameReader::Open(bytes);
  ASSERT_TRUE(reader.ok()) << reader.status();
  while (!reader->done()) ASSERT_TRUE(reader->Next().ok());
  EXPECT_GE(reader->games(), 1);
}

}  // namespace
}  // namespace notochord::datagen
