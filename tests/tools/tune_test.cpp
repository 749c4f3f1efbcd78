// The tuner: its model is the evaluation, its gradient is the model's, its results repeat.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "engine/base/rng.h"
#include "engine/base/weights.h"
#include "engine/eval/evaluate.h"
#include "engine/tools/tune/checkpoint.h"
#include "engine/tools/tune/dataset.h"
#include "engine/tools/tune/model.h"
#include "engine/tools/tune/samples.h"
#include "engine/tools/tune/trainer.h"
#include "engine/tools/tune/weights_file.h"
#include "tests/support/positions.h"
#include "tests/tools/temp_file.h"

namespace notochord::tune {
namespace {

using board::Position;
using test::TempFile;

constexpr int kPositions = test::kParanoid ? 300 : 2000;

Record RecordOf(float result) {
  Record record;
  record.result = result;
  return record;
}

// Random positions in a block each; known endgames and sure draws left out.
struct Case {
  eval::EvalTrace trace;
  Block block;
};
std::vector<Case> RandomCases(std::size_t count, std::uint64_t seed) {
  std::vector<Case> cases;
  float result = 0;
  for (const Position& position : test::RandomPositions(count, seed)) {
    Case c;
    c.trace = eval::Trace(position);
    if (!c.trace.endgame.empty() || c.trace.scale == 0) continue;
    Pack(c.trace, RecordOf(result), c.block);
    cases.push_back(std::move(c));
    result = result == 1.0F ? 0.0F : result + 0.5F;
  }
  return cases;
}

// The present weights with every half a little changed, so that none is 0.
WeightVector ShakenWeights(std::uint64_t seed) {
  Rng rng(seed);
  WeightVector weights = PresentWeights();
  const auto shake = [&] { return static_cast<double>(rng.Below(2001)) / 100 - 10.0; };
  for (Weight& weight : weights) {
    weight.mg += shake();
    weight.eg += shake();
  }
  return weights;
}

// Labelled positions whose results follow the material, roughly.
std::string SomeLines(std::size_t count) {
  std::string text;
  eval::Evaluator evaluator;
  for (const Position& position : test::RandomPositions(count, 11)) {
    const int value =
        evaluator.Evaluate(position) * (position.side_to_move() == Color::kWhite ? 1 : -1);
    const char* result = value > 200 ? "1.0" : value < -200 ? "0.0" : "0.5";
    absl::StrAppend(&text, position.Fen(), " [", result, "] ", value, "\n");
  }
  return text;
}

SampleSet SomeSamples() {
  const TempFile file("tune_some.txt", SomeLines(2000));
  SampleOptions options;
  options.block_size = 64;
  options.hold_out_chunk = 50;
  options.hold_out_every = 5;
  const absl::StatusOr<Dataset> data = LoadDataset({file.path()});
  EXPECT_TRUE(data.ok()) << data.status();
  absl::StatusOr<SampleSet> samples = Extract(*data, options);
  EXPECT_TRUE(samples.ok()) << samples.status();
  return *std::move(samples);
}

TEST(TuneModel, IsTheEvaluationButForRounding) {
  const WeightVector weights = PresentWeights();
  const std::vector<Case> cases = RandomCases(kPositions, 1);
  ASSERT_GT(cases.size(), kPositions / 2);
  for (const Case& c : cases) {
    if (std::abs(c.trace.value) >= eval::kMaxEval) continue;
    // At zero complexity changes its sign: rounding decides.
    if (std::abs(c.trace.total.eg()) <= 3) continue;
    const double value = Value(c.block.samples[0], c.block.entries.data(), weights);
    // Each king's danger is cut twice, the taper once.
    ASSERT_NEAR(value, c.trace.value, 5.01);
  }
}

TEST(TuneModel, GradientIsThatOfTheLoss) {
  LossOptions options;
  options.k = 1.1;
  const WeightVector weights = ShakenWeights(2);
  constexpr double kStep = 1e-4;
  double checked = 0;
  bool saw_danger = false;
  bool saw_complexity = false;
  for (const Case& c : RandomCases(60, 3)) {
    WeightVector gradient(kWeightCount);
    const double loss = BlockGradient(c.block, weights, options, gradient);
    ASSERT_DOUBLE_EQ(loss, BlockLoss(c.block, weights, options));
    for (const Entry& entry : c.block.entries) {
      for (double Weight::*half : {&Weight::mg, &Weight::eg}) {
        WeightVector moved = weights;
        moved[entry.index].*half += kStep;
        const double above = BlockLoss(c.block, moved, options);
        moved[entry.index].*half -= 2 * kStep;
        const double below = BlockLoss(c.block, moved, options);
        const double expected = (above - below) / (2 * kStep);
        ASSERT_NEAR(gradient[entry.index].*half, expected, 1e-9 + 1e-4 * std::abs(expected))
            << "weight " << entry.index;
        ++checked;
      }
    }
    const Sample& sample = c.block.samples[0];
    saw_danger = saw_danger || (sample.danger[0] != 0 && sample.danger[1] != 0);
    saw_complexity = saw_complexity || sample.complexity != 0;
  }
  EXPECT_GT(checked, 5000);
  EXPECT_TRUE(saw_danger);
  EXPECT_TRUE(saw_complexity);
}

// A sample made by hand, with one weight in each of the four parts.
TEST(TuneModel, FollowsTheTracesFormulas) {
  Block block;
  Sample sample;
  sample.phase = 64;
  sample.scales = {32, 64};
  sample.linear = 1;
  sample.danger = {1, 1};
  sample.complexity = 1;
  block.samples = {sample};
  block.entries = {{0, 2}, {1, 3}, {2, 1}, {3, -1}};
  WeightVector weights(kWeightCount);
  weights[0] = {100, 80};
  weights[1] = {200, 16};  // White's king: 600 and 48
  weights[2] = {-40, 8};   // Black's king: no square of a negative danger
  weights[3] = {10, -20};
  // mg: 200 - (75 + 600^2 / 1024) - 5; eg: 160 - 6 + 1 + 20, half of it.
  const double mg = 200 - 75 - 360000.0 / 1024 - 5;
  EXPECT_LT(mg, 0);
  EXPECT_NEAR(Value(sample, block.entries.data(), weights), mg / 4 + 175 * 0.5 * 0.75, 1e-9);
  // Complexity takes all there is, and not more, and works in the endgame only.
  weights[3] = {1e6, 1e6};
  EXPECT_NEAR(Value(sample, block.entries.data(), weights), mg / 4, 1e-9);
  weights[3] = {-10, 0};
  EXPECT_NEAR(Value(sample, block.entries.data(), weights), mg / 4 + 155 * 0.5 * 0.75, 1e-9);
}

TEST(TuneModel, FindsTheSteepnessThatMadeTheResults) {
  // Two values, results at the rates that K = 0.8 expects.
  const WeightVector weights = PresentWeights();
  std::vector<Block> blocks(1);
  for (const Case& c : RandomCases(200, 4)) {
    Sample sample = c.block.samples[0];
    sample.result =
        static_cast<float>(ExpectedResult(Value(sample, c.block.entries.data(), weights), 0.8));
    blocks[0].samples.push_back(sample);
    blocks[0].entries.insert(blocks[0].entries.end(), c.block.entries.begin(),
                             c.block.entries.end());
  }
  EXPECT_NEAR(FitK(blocks, weights), 0.8, 1e-3);
}

TEST(TuneModel, FitsTheSteepnessToResultsAlone) {
  std::vector<Block> blocks(1);
  for (const Case& c : RandomCases(200, 11)) {
    blocks[0].samples.push_back(c.block.samples[0]);
    blocks[0].entries.insert(blocks[0].entries.end(), c.block.entries.begin(),
                             c.block.entries.end());
  }
  const double k = FitK(blocks, PresentWeights());
  Block scores = blocks[0];
  for (Sample& s : scores.samples) s.result = kNoResult;
  blocks.push_back(scores);
  EXPECT_NEAR(FitK(blocks, PresentWeights()), k, 1e-6);
}

TEST(TuneSamples, LeavesOutWhatIsNotQuiet) {
  eval::Evaluator evaluator;
  Position quiet = test::PositionFrom(Position::kStartFen);
  EXPECT_TRUE(IsQuiet(quiet, evaluator, 60));
  Position hanging =
      test::PositionFrom("rnb1kbnr/pppp1ppp/8/4p1q1/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3");
  const std::string before = hanging.Fen();
  EXPECT_FALSE(IsQuiet(hanging, evaluator, 60));
  EXPECT_EQ(hanging.Fen(), before);
}

TEST(TuneTrainer, LowersTheLossAndRepeats) {
  const SampleSet samples = SomeSamples();
  TrainerSettings settings;
  settings.epochs = 6;
  settings.batch_blocks = 4;
  const Trainer trainer(samples, settings);
  const WeightVector start = PresentWeights();
  const std::atomic<bool> stop = false;
  const auto run = [&] {
    TrainerState state = trainer.Start(start);
    trainer.Run(start, state, stop, [](const TrainerState&) {});
    return state;
  };
  const TrainerState first = run();
  const TrainerState second = run();
  EXPECT_EQ(first.epoch, 6);
  EXPECT_LT(first.best_loss, first.first_loss);
  EXPECT_EQ(first.best, second.best);
  EXPECT_EQ(first.hold_out_loss, second.hold_out_loss);

  // Weights without data stay.
  const std::vector<double> usage = Usage(samples.training);
  std::size_t unused = 0;
  for (std::size_t i = 0; i < kWeightCount; ++i) {
    if (usage[i] != 0) continue;
    ++unused;
    EXPECT_EQ(first.weights[i], start[i]);
  }
  EXPECT_GT(unused, 0U);
}

// Nothing in made-up results knows what is good: some weights would change sides if they could.
TEST(TuneTrainer, KeepsWeightsOnTheirSideOfZero) {
  const SampleSet samples = SomeSamples();
  TrainerSettings settings;
  settings.epochs = 5;
  settings.prior = 0;
  settings.learning_rate = 50;
  const Trainer trainer(samples, settings);
  WeightVector start(kWeightCount);
  for (Weight& weight : start) weight = {-1, -1};
  TrainerState state = trainer.Start(start);
  const std::atomic<bool> stop{false};
  trainer.Run(start, state, stop, [](const TrainerState&) {});
  std::size_t at_zero = 0;
  for (const WeightGroup& group : kWeightGroups) {
    for (std::size_t i = group.first; i < group.first + group.size(); ++i) {
      const Weight& weight = state.weights[i];
      if (group.sign == WeightSign::kUp) {
        EXPECT_GE(std::min(weight.mg, weight.eg), 0) << group.name;
      } else if (group.sign == WeightSign::kDown) {
        EXPECT_LE(std::max(weight.mg, weight.eg), 0) << group.name;
      }
      at_zero += group.sign != WeightSign::kAny && weight.mg == 0 ? 1U : 0U;
    }
  }
  EXPECT_GT(at_zero, 0U);
}

TEST(TuneTrainer, GoesOnFromACheckpointAsIfNeverStopped) {
  const SampleSet samples = SomeSamples();
  TrainerSettings settings;
  settings.epochs = 5;
  settings.batch_blocks = 4;
  const Trainer trainer(samples, settings);
  const WeightVector start = PresentWeights();
  const std::uint64_t fingerprint = Fingerprint(samples, settings, start);
  std::atomic<bool> stop = false;
  TrainerState whole = trainer.Start(start);
  trainer.Run(start, whole, stop, [](const TrainerState&) {});

  TrainerState half = trainer.Start(start);
  std::string saved;
  trainer.Run(start, half, stop, [&](const TrainerState& now) {
    if (now.epoch != 2) return;
    saved = FormatState(now, fingerprint);
    stop = true;
  });
  ASSERT_EQ(half.epoch, 2);
  stop = false;
  absl::StatusOr<TrainerState> resumed = ParseState(saved, fingerprint);
  ASSERT_TRUE(resumed.ok()) << resumed.status();
  trainer.Run(start, *resumed, stop, [](const TrainerState&) {});
  EXPECT_EQ(resumed->epoch, 5);
  EXPECT_EQ(resumed->weights, whole.weights);
  EXPECT_EQ(resumed->best_loss, whole.best_loss);

  EXPECT_FALSE(ParseState(saved, fingerprint + 1).ok());
  EXPECT_FALSE(ParseState(saved.substr(0, saved.size() / 2), fingerprint).ok());
  EXPECT_FALSE(ParseState("", fingerprint).ok());
}

TEST(TuneFile, IsReplacedWhole) {
  const TempFile file("whole.txt", "a longer text than the next");
  ASSERT_TRUE(WriteFile(file.path(), "text").ok());
  EXPECT_EQ(file.Read(), "text");
  EXPECT_FALSE(std::filesystem::exists(file.path() + ".part"));
  EXPECT_FALSE(WriteFile(file.path() + "/below", "text").ok());
}

// Whoever may replace files in /dev would replace the device itself.
TEST(TuneFile, DevicesStayWhatTheyAre) {
  const TempFile link("device");
  std::filesystem::create_symlink("/dev/null", link.path());
  EXPECT_TRUE(WriteFile(link.path(), "text").ok());
  EXPECT_TRUE(std::filesystem::is_symlink(link.path()));
  EXPECT_EQ(link.Read(), "");
  EXPECT_FALSE(WriteFile(testing::TempDir(), "text").ok());
}

TEST(TuneWeightsFile, PresentWeightsGiveThePresentFile) {
  std::ifstream in(NOTOCHORD_SOURCE_DIR "/engine/base/weights.inc", std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  EXPECT_EQ(FormatWeights(Round(PresentWeights())), text);
}

TEST(TuneWeightsFile, CenteringKeepsTheEvaluation) {
  const std::vector<Case> cases = RandomCases(200, 5);
  std::vector<Block> blocks;
  blocks.reserve(cases.size());
  for (const Case& c : cases) blocks.push_back(c.block);
  const WeightVector weights = ShakenWeights(6);
  WeightVector centered = weights;
  CenterPieceSquares(Usage(blocks), centered);
  EXPECT_NE(weights, centered);
  for (const Block& block : blocks) {
    ASSERT_NEAR(Value(block.samples[0], block.entries.data(), weights),
                Value(block.samples[0], block.entries.data(), centered), 1e-6);
  }
  const std::size_t pawns = WeightIndex(kWeights.piece_square[Index(PieceType::kPawn)][0]);
  for (const std::size_t slot : {0U, 7U, 56U, 63U}) {
    EXPECT_EQ(centered[pawns + slot], weights[pawns + slot]);
  }
  const std::size_t king = WeightIndex(kWeights.piece_value[Index(PieceType::kKing)]);
  EXPECT_EQ(centered[king], weights[king]);
}

}  // namespace
}  // namespace notochord::tune
