#include "engine/tools/tune/tune.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "engine/tools/command_line.h"
#include "engine/tools/progress_bar.h"
#include "engine/tools/tune/checkpoint.h"
#include "engine/tools/tune/dataset.h"
#include "engine/tools/tune/model.h"
#include "engine/tools/tune/samples.h"
#include "engine/tools/tune/trainer.h"
#include "engine/tools/tune/weights_file.h"

ABSL_FLAG(
    std::vector<std::string>, data, {},
    "files of `FEN [result] score` lines, where one may be none, or of datagen; .xz or plain");
ABSL_FLAG(std::string, checkpoint, "tune.state", "where the training's state goes");
ABSL_FLAG(bool, resume, false, "go on from the checkpoint");
ABSL_FLAG(int, epochs, 200, "at most so many passes over the data");
ABSL_FLAG(double, rate, 1.0, "learning rate to start with");
ABSL_FLAG(double, prior, 0.003, "how much weights with few data are held at their values");
ABSL_FLAG(double, score_share, 0.0, "of the records' scores in the target; the rest is the result");
ABSL_FLAG(double, k, 0.0, "steepness of the expected result; 0: fit it");
ABSL_FLAG(int, quiet_margin, 60, "positions where captures win more are left out");

namespace notochord::tune {
namespace {

constexpr char kDefaultOut[] = "engine/base/weights.inc";

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);
void OnInterrupt(int) { interrupted = true; }

TrainerSettings Settings() {
  TrainerSettings settings;
  settings.epochs = absl::GetFlag(FLAGS_epochs);
  settings.learning_rate = absl::GetFlag(FLAGS_rate);
  settings.prior = absl::GetFlag(FLAGS_prior);
  settings.loss.k = absl::GetFlag(FLAGS_k);
  settings.loss.score_share = std::clamp(absl::GetFlag(FLAGS_score_share), 0.0, 1.0);
  return settings;
}

absl::StatusOr<SampleSet> LoadSamples() {
  const absl::StatusOr<Dataset> data = LoadDataset(absl::GetFlag(FLAGS_data));
  if (!data.ok()) return data.status();
  absl::PrintF("%d positions read\n", data->records.size());
  SampleOptions options;
  options.quiet_margin = absl::GetFlag(FLAGS_quiet_margin);
  absl::StatusOr<SampleSet> samples = Extract(*data, options);
  if (!samples.ok()) return samples;
  absl::PrintF("%d for training, %d held out; left out: %d in check, %d not quiet, %d known\n",
               samples->training_size, samples->hold_out_size, samples->in_check,
               samples->not_quiet, samples->known);
  return samples;
}

// A line for each epoch, which is the training's record too. It may end before all epochs.
void PrintProgress(const TrainerState& state, int epochs, int first_epoch, absl::Time start) {
  const absl::Duration elapsed = absl::Now() - start;
  const std::string details = absl::StrFormat(
      "epoch %d/%d  training %.7f  hold-out %.7f  best %.7f (%d)  rate %.4f  %.1f s  at most",
      state.epoch, epochs, state.train_loss, state.hold_out_loss, state.best_loss, state.best_epoch,
      state.rate, absl::ToDoubleSeconds(elapsed) / std::max(1, state.epoch - first_epoch));
  absl::PrintF("%s\n",
               tools::FormatBar(static_cast<double>(first_epoch) / epochs,
                                static_cast<double>(state.epoch) / epochs, details, elapsed));
  std::fflush(stdout);
}

// The weights with the least loss so far, to --out.
absl::Status WriteBest(const SampleSet& samples, const TrainerState& state,
                       const LossOptions& loss) {
  WeightVector best = state.best;
  CenterPieceSquares(Usage(samples.training), best);
  const std::vector<Score> rounded = Round(best);
  for (std::size_t i = 0; i < best.size(); ++i) {
    best[i] = {static_cast<double>(rounded[i].mg()), static_cast<double>(rounded[i].eg())};
  }
  absl::PrintF("hold-out loss %.7f before, %.7f after, %.7f rounded\n", state.first_loss,
               state.best_loss, MeanLoss(samples.hold_out, best, loss));
  const std::string out = absl::GetFlag(FLAGS_out);
  return WriteFile(out.empty() ? kDefaultOut : out, FormatWeights(rounded));
}

absl::Status Tune() {
  const absl::StatusOr<SampleSet> samples = LoadSamples();
  if (!samples.ok()) return samples.status();
  const WeightVector start = PresentWeights();
  TrainerSettings settings = Settings();
  if (settings.loss.k == 0) {
    if (samples->with_result == 0) {
      return absl::InvalidArgumentError("no position has a result to fit K to: --k is needed");
    }
    settings.loss.k = FitK(samples->training, start);
  }
  absl::PrintF("K %.4f\n", settings.loss.k);

  const Trainer trainer(*samples, settings);
  const std::uint64_t fingerprint = Fingerprint(*samples, settings, start);
  const std::string checkpoint = absl::GetFlag(FLAGS_checkpoint);
  TrainerState state = trainer.Start(start);
  if (absl::GetFlag(FLAGS_resume)) {
    const absl::StatusOr<std::string> text = ReadFile(checkpoint);
    if (!text.ok()) return text.status();
    absl::StatusOr<TrainerState> resumed = ParseState(*text, fingerprint);
    if (!resumed.ok()) return resumed.status();
    state = *std::move(resumed);
  }
  absl::PrintF("hold-out loss %.7f\n", state.hold_out_loss);
  std::fflush(stdout);

  const absl::Time begin = absl::Now();
  const int first_epoch = state.epoch;
  absl::Status saved;
  trainer.Run(start, state, interrupted, [&](const TrainerState& now) {
    PrintProgress(now, settings.epochs, first_epoch, begin);
    saved.Update(WriteFile(checkpoint, FormatState(now, fingerprint)));
  });
  // Before the first epoch nothing was learned that would be worth a new file.
  if (state.epoch > 0) saved.Update(WriteBest(*samples, state, settings.loss));
  return saved;
}

}  // namespace

int RunTune(int argc, char** argv) {
  tools::ParseFlags(argc, argv);
  std::signal(SIGINT, OnInterrupt);
  std::signal(SIGTERM, OnInterrupt);
  const absl::Status status = Tune();
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  if (status.ok()) return 0;
  absl::FPrintF(stderr, "tune: %s\n", std::string(status.message()));
  return 1;
}

}  // namespace notochord::tune
