// What the tuner reads, and how it refuses what is damaged.
#include "engine/tools/tune/dataset.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "engine/tools/datagen/game_file.h"
#include "engine/tools/datagen/record.h"
#include "engine/tools/tune/model.h"
#include "engine/tools/tune/samples.h"
#include "tests/tools/temp_file.h"

namespace notochord::tune {
namespace {

using board::Position;
using test::TempFile;

constexpr absl::string_view kGood =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 [0.5] 12\n"
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3 [1.0] none\n";

void ExpectRefused(const std::string& name, const std::string& text, absl::string_view where) {
  const TempFile file(name, text);
  const absl::StatusOr<Dataset> data = LoadDataset({file.path()});
  const absl::Status status = data.ok() ? Extract(*data, SampleOptions{}).status() : data.status();
  ASSERT_FALSE(status.ok());
  EXPECT_TRUE(absl::StrContains(status.message(), absl::StrCat(name, where))) << status.message();
}

TEST(TuneDataset, ReadsWhatIsRight) {
  const TempFile file("tune_good.txt", std::string(kGood));
  const absl::StatusOr<Dataset> data = LoadDataset({file.path(), file.path()});
  ASSERT_TRUE(data.ok()) << data.status();
  ASSERT_EQ(data->records.size(), 4U);
  EXPECT_EQ(data->records[0].result, 0.5F);
  EXPECT_EQ(data->records[0].score, 12);
  EXPECT_EQ(data->records[3].score, kNoLabel);
  EXPECT_EQ(data->records[3].position,
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
  EXPECT_EQ(data->Where(data->records[3]), absl::StrCat(file.path(), ":2"));
}

TEST(TuneDataset, SaysWhereTextIsDamaged) {
  const std::string good(kGood);
  ExpectRefused("tune_cut.txt", good.substr(0, good.size() - 1), ":2: ");
  ExpectRefused("tune_cut2.txt", good.substr(0, good.size() - 20), ":2: ");
  ExpectRefused("tune_result.txt", absl::StrCat(good, "8/8/8/8/8/8/8/K1k5 w - - 0 1 [2.0] 0\n"),
                ":3: ");
  ExpectRefused("tune_nothing.txt",
                absl::StrCat(good, "8/8/8/8/8/8/8/K1k5 w - - 0 1 [none] none\n"), ":3: ");
  ExpectRefused("tune_score.txt", absl::StrCat(good, "8/8/8/8/8/8/8/K1k5 w - - 0 1 [1.0] x\n"),
                ":3: ");
  ExpectRefused("tune_form.txt", absl::StrCat("hello\n", good), ":1: ");
  ExpectRefused("tune_empty_line.txt", absl::StrCat(good, "\n", good), ":3: ");
  ExpectRefused("tune_fen.txt", absl::StrCat(good, "8/8/9/8/8/8/8/K1k5 w - - 0 1 [1.0] 3\n", good),
                ":3: ");
}

TEST(TuneDataset, NamesTheFirstOfSeveralBadPositions) {
  std::string text;
  for (int i = 0; i < 500; ++i) absl::StrAppend(&text, kGood);
  absl::StrAppend(&text, "8/8/8/8/8/8/8/K1k6 w - - 0 1 [1.0] 3\n");
  for (int i = 0; i < 500; ++i) absl::StrAppend(&text, "8/8/8/8/8/8/8/8 w - - 0 1 [1.0] 3\n");
  ExpectRefused("tune_many.txt", text, ":1001: ");
}

TEST(TuneDataset, SaysWhereAFileOfGamesIsDamaged) {
  const TempFile file("tune_games.bin");
  {
    absl::StatusOr<datagen::GameWriter> writer = datagen::GameWriter::Open(file.path(), "made up");
    ASSERT_TRUE(writer.ok()) << writer.status();
    datagen::Game game;
    for (; game.number < 3; ++game.number) {
      game.records = {datagen::PackRecord({Position().ToSetup(), 7, datagen::Outcome::kDraw})};
      ASSERT_TRUE(writer->Append(game).ok());
    }
  }
  const std::string good = file.Read();
  const absl::StatusOr<Dataset> data = LoadDataset({file.path()});
  ASSERT_TRUE(data.ok()) << data.status();
  EXPECT_EQ(data->records.size(), 3U);
  ExpectRefused("tune_cut.bin", good.substr(0, good.size() - 1), ": byte ");
  std::string damaged = good;
  damaged[good.size() - 5] = '!';
  ExpectRefused("tune_damaged.bin", damaged, ": byte ");
}

TEST(TuneDataset, TakesScoresWithoutResults) {
  const TempFile file("tune_scores.txt", "8/8/8/8/8/8/8/K1k5 w - - 0 1 [none] 100\n");
  const absl::StatusOr<Dataset> data = LoadDataset({file.path()});
  ASSERT_TRUE(data.ok()) << data.status();
  EXPECT_EQ(data->records[0].result, kNoResult);
  EXPECT_EQ(data->records[0].score, 100);

  Sample sample;
  sample.result = kNoResult;
  sample.score = 100;
  for (const double share : {0.0, 0.4, 1.0}) {
    EXPECT_EQ(Target(sample, {0.8, share}), ExpectedResult(100, 0.8));
  }
}

TEST(TuneDataset, RefusesADamagedArchiveAndAMissingFile) {
  ExpectRefused("tune_bad.txt.xz", "this is no archive", ":1: ");
  EXPECT_FALSE(LoadDataset({"/no/such/file.txt"}).ok());
  EXPECT_FALSE(LoadDataset({"/no/such/file.txt.xz"}).ok());
  EXPECT_FALSE(LoadDataset({}).ok());
}

}  // namespace
}  // namespace notochord::tune
