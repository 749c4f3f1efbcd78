#include "engine/tools/analyze/analyze.h"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "engine/base/mapped_file.h"
#include "engine/tools/analyze/annotate.h"
#include "engine/tools/analyze/batch.h"
#include "engine/tools/analyze/input.h"
#include "engine/tools/analyze/json.h"
#include "engine/tools/analyze/resume.h"
#include "engine/tools/append_file.h"
#include "engine/tools/command_line.h"
#include "engine/tools/progress_bar.h"

ABSL_FLAG(int, depth, 0, "search so deep; 0: no such limit");
ABSL_FLAG(int, movetime, 0, "milliseconds for each position; 0: no such limit");
ABSL_FLAG(int, multipv, 1, "how many lines");
ABSL_FLAG(std::string, format, "",
          "json or pgn; without it pgn where --out ends in .pgn, json elsewhere");
ABSL_FLAG(int, inaccuracy, 50, "centipawns that a move must lose to be marked ?! in PGN");
ABSL_FLAG(int, mistake, 100, "the same for ?");
ABSL_FLAG(int, blunder, 300, "the same for ??");

namespace notochord::analyze {
namespace {

constexpr int kMaxLines = 256;

StopFlags stop_flags;
static_assert(std::atomic<bool>::is_always_lock_free);
void OnInterrupt(int) {
  if (stop_flags.finish) stop_flags.abandon = true;
  stop_flags.finish = true;
}

// A file that can be gone on with, or the screen.
class Output {
 public:
  static absl::StatusOr<Output> Open(const std::string& path) {
    if (path.empty() || path == "-") return Output(std::nullopt);
    absl::StatusOr<tools::AppendFile> file = tools::AppendFile::Open(path);
    if (!file.ok()) return file.status();
    return Output(*std::move(file));
  }

  // Finds out what is there, and goes on behind it.
  template <typename Keep>
  absl::StatusOr<Kept> Resume(Keep keep) {
    if (!file_.has_value() || file_->size_before() == 0) return Kept();
    const absl::StatusOr<MappedFile> old = MappedFile::Open(file_->path());
    absl::StatusOr<Kept> kept = old.ok() ? keep(old->text()) : old.status();
    if (!kept.ok()) {
      return absl::Status(kept.status().code(),
                          absl::StrCat(file_->path(), ": ", kept.status().message()));
    }
    if (absl::Status status = file_->Keep(kept->bytes); !status.ok()) return status;
    return kept;
  }

  absl::Status Write(const std::string& text) {
    if (file_.has_value()) return file_->Append(text);
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() ||
        std::fflush(stdout) != 0) {
      return absl::UnavailableError("the output cannot be written");
    }
    return absl::OkStatus();
  }

 private:
  explicit Output(std::optional<tools::AppendFile> file) : file_(std::move(file)) {}

  std::optional<tools::AppendFile> file_;  // none: the screen
};

absl::StatusOr<SearchSettings> SettingsFromFlags() {
  SearchSettings settings;
  settings.depth = absl::GetFlag(FLAGS_depth);
  settings.nodes = absl::GetFlag(FLAGS_nodes).value_or(0);
  settings.move_time = std::chrono::milliseconds(absl::GetFlag(FLAGS_movetime));
  settings.hash_mebibytes = absl::GetFlag(FLAGS_hash);
  const int lines = absl::GetFlag(FLAGS_multipv);
  if (lines < 1 || lines > kMaxLines) {
    return absl::InvalidArgumentError(absl::StrCat("--multipv is from 1 to ", kMaxLines));
  }
  settings.multi_pv = static_cast<std::size_t>(lines);
  if (settings.depth < 0 || settings.move_time.count() < 0) {
    return absl::InvalidArgumentError("--depth and --movetime must not be negative");
  }
  if (settings.depth == 0 && settings.nodes == 0 && settings.move_time.count() == 0) {
    return absl::InvalidArgumentError(
        "--depth, --nodes or --movetime is missing: how long is a position searched?");
  }
  return settings;
}

absl::StatusOr<bool> WantsPgn(const Input& input) {
  const std::string format = absl::GetFlag(FLAGS_format);
  if (!format.empty() && format != "json" && format != "pgn") {
    return absl::InvalidArgumentError("--format is json or pgn");
  }
  const bool pgn =
      format.empty() ? absl::EndsWithIgnoreCase(absl::GetFlag(FLAGS_out), ".pgn") : format == "pgn";
  if (pgn && !input.is_pgn()) {
    return absl::InvalidArgumentError("positions of EPD files cannot be written as PGN");
  }
  return pgn;
}

// Takes the results, and shows how far they are.
class Run {
 public:
  Run(const Input& input, const SearchSettings& settings, bool pgn, Output output)
      : input_(input), settings_(settings), pgn_(pgn), output_(std::move(output)) {
    thresholds_ = {absl::GetFlag(FLAGS_inaccuracy), absl::GetFlag(FLAGS_mistake),
                   absl::GetFlag(FLAGS_blunder)};
    description_ = Describe(settings);
    if (pgn) {
      description_ = absl::StrCat("Notochord, ", description_, " ", Describe(thresholds_));
    }
  }

  absl::Status Start() {
    const absl::StatusOr<Kept> kept = output_.Resume([this](absl::string_view old) {
      return pgn_ ? KeepPgn(input_, description_, old) : KeepJson(input_, description_, old);
    });
    if (!kept.ok()) return kept.status();
    first_ = kept->positions;
    now_ = *kept;
    absl::FPrintF(stderr, "%d positions, %d done before; %s\n", input_.size(), first_,
                  description_);
    absl::Status status = AnalyzeAll(
        input_, settings_, {first_, tools::ThreadCount(), pgn_}, stop_flags,
        [this](const Item& item, const Analysis& analysis) {
          absl::Status written = pgn_ ? TakePgn(item, analysis) : TakeJson(item, analysis);
          ++now_.positions;
          Show();
          return written;
        });
    bar_.Finish();
    return status;
  }

 private:
  absl::Status TakeJson(const Item& item, const Analysis& analysis) {
    if (item.epd != nullptr && item.epd->HasSolution()) {
      ++now_.solvable;
      now_.solved += item.epd->IsSolvedBy(analysis.best()) ? 1 : 0;
    }
    return output_.Write(JsonLine(item, description_, analysis));
  }

  absl::Status TakePgn(const Item& item, const Analysis& analysis) {
    analyses_.push_back(analysis);
    if (item.ply < item.game->moves.size()) return absl::OkStatus();
    const std::string text = AnnotatedGame(*item.game, description_, analyses_, thresholds_);
    analyses_.clear();
    return output_.Write(text);
  }

  void Show() {
    const auto total = static_cast<double>(input_.size());
    const auto done = static_cast<double>(now_.positions - first_);
    std::string details =
        absl::StrFormat("%d positions  %.1f/s", now_.positions,
                        done / std::max(absl::ToDoubleSeconds(bar_.elapsed()), 1e-3));
    if (now_.solvable > 0) {
      absl::StrAppendFormat(&details, "  solved %d of %d", now_.solved, now_.solvable);
    }
    bar_.Show(tools::FormatBar(static_cast<double>(first_) / total,
                               static_cast<double>(now_.positions) / total, details,
                               bar_.elapsed()));
    if (!stop_flags.finish || told_) return;
    absl::FPrintF(stderr, "\nfinishing what is begun; interrupt again to abandon it\n");
    told_ = true;
  }

  const Input& input_;
  const SearchSettings& settings_;
  const bool pgn_;
  Output output_;
  Thresholds thresholds_;
  std::string description_;
  std::size_t first_ = 0;
  Kept now_;
  std::vector<Analysis> analyses_;  // of the game that is being put together
  tools::ProgressBar bar_;
  bool told_ = false;
};

absl::Status Analyze() {
  const std::vector<std::string> files = absl::GetFlag(FLAGS_in);
  if (files.empty()) return absl::InvalidArgumentError("--in is missing: analyse which files?");
  const absl::StatusOr<SearchSettings> settings = SettingsFromFlags();
  if (!settings.ok()) return settings.status();
  const absl::StatusOr<Input> input = Input::Load(
      files, [](absl::string_view line) { absl::FPrintF(stderr, "%s\n", std::string(line)); });
  if (!input.ok()) return input.status();
  const absl::StatusOr<bool> pgn = WantsPgn(*input);
  if (!pgn.ok()) return pgn.status();
  absl::StatusOr<Output> output = Output::Open(absl::GetFlag(FLAGS_out));
  if (!output.ok()) return output.status();
  return Run(*input, *settings, *pgn, *std::move(output)).Start();
}

}  // namespace

int RunAnalyze(int argc, char** argv) {
  tools::ParseFlags(argc, argv);
  std::signal(SIGINT, OnInterrupt);
  std::signal(SIGTERM, OnInterrupt);
  const absl::Status status = Analyze();
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  if (status.ok()) return 0;
  absl::FPrintF(stderr, "analyze: %s\n", std::string(status.message()));
  return 1;
}

}  // namespace notochord::analyze
