#include "engine/tools/datagen/datagen.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "engine/tools/command_line.h"
#include "engine/tools/datagen/game_file.h"
#include "engine/tools/datagen/generator.h"
#include "engine/tools/datagen/progress.h"
#include "engine/tools/datagen/report.h"
#include "engine/tools/datagen/settings.h"
#include "engine/tools/progress_bar.h"

ABSL_FLAG(std::uint32_t, games, 0, "play until the file holds so many games");
ABSL_FLAG(std::uint64_t, positions, 0, "play until the file holds so many positions");
ABSL_FLAG(std::uint64_t, hard_factor, 8, "the search stops at so many times --nodes");
ABSL_FLAG(std::uint64_t, seed, 1, "of the openings: another seed, other games");
ABSL_FLAG(bool, chess960, false, "begin with random start positions of Chess960");
ABSL_FLAG(std::string, book, "", "begin with positions of this EPD file");
ABSL_FLAG(int, random_plies, -1,
          "random plies (or one more) that games begin with; -1: 8, after a book 2");
ABSL_FLAG(int, balance, 200, "openings with a higher score, in centipawns, are not played");
ABSL_FLAG(int, win_score, 1500, "a game is won at this score, in centipawns, for --win_plies");
ABSL_FLAG(int, win_plies, 4, "plies in a row that win a game; see --win_score");
ABSL_FLAG(int, draw_score, 8, "a game is drawn at no more than this score for --draw_plies");
ABSL_FLAG(int, draw_plies, 8, "plies in a row that draw a game; see --draw_score");
ABSL_FLAG(int, draw_move, 40, "no game is drawn by its scores before this move");
ABSL_FLAG(std::string, to_text, "",
          "write the positions of the --in files to this one; -: to the screen");

namespace notochord::datagen {
namespace {

std::atomic<StopRequest> stop_request = StopRequest::kNone;
static_assert(std::atomic<StopRequest>::is_always_lock_free);
void OnInterrupt(int) {
  stop_request = stop_request == StopRequest::kNone ? StopRequest::kFinishGames : StopRequest::kNow;
}

absl::StatusOr<Settings> SettingsFromFlags() {
  Settings settings;
  settings.seed = absl::GetFlag(FLAGS_seed);
  settings.nodes = absl::GetFlag(FLAGS_nodes).value_or(settings.nodes);
  settings.hard_factor = absl::GetFlag(FLAGS_hard_factor);
  settings.hash_mebibytes = absl::GetFlag(FLAGS_hash);
  settings.chess960 = absl::GetFlag(FLAGS_chess960);
  settings.max_opening_score = absl::GetFlag(FLAGS_balance);
  settings.win_score = absl::GetFlag(FLAGS_win_score);
  settings.win_plies = absl::GetFlag(FLAGS_win_plies);
  settings.draw_score = absl::GetFlag(FLAGS_draw_score);
  settings.draw_plies = absl::GetFlag(FLAGS_draw_plies);
  settings.draw_move = absl::GetFlag(FLAGS_draw_move);
  const std::string book = absl::GetFlag(FLAGS_book);
  const int plies = absl::GetFlag(FLAGS_random_plies);
  settings.random_plies = plies >= 0 ? plies : book.empty() ? 8 : 2;
  if (settings.nodes == 0 || settings.hard_factor == 0) {
    return absl::InvalidArgumentError("--nodes and --hard_factor must not be 0");
  }
  if (!book.empty() && settings.chess960) {
    return absl::InvalidArgumentError("--book and --chess960 exclude each other");
  }
  if (!book.empty()) {
    if (absl::Status status = LoadBook(book, settings); !status.ok()) return status;
  }
  return settings;
}

absl::Status Play() {
  const std::string out = absl::GetFlag(FLAGS_out);
  const Target target{absl::GetFlag(FLAGS_games), absl::GetFlag(FLAGS_positions)};
  if (out.empty()) return absl::InvalidArgumentError("--out is missing: where do the games go?");
  if (target.games == 0 && target.positions == 0) {
    return absl::InvalidArgumentError("--games or --positions is missing: how many?");
  }
  const absl::StatusOr<Settings> settings = SettingsFromFlags();
  if (!settings.ok()) return settings.status();
  absl::StatusOr<GameWriter> writer = GameWriter::Open(out, Describe(*settings));
  if (!writer.ok()) return writer.status();

  const Progress first{writer->games(), writer->positions()};
  absl::FPrintF(stderr, "%s: %d games, %d positions so far; %s\n", out, first.games,
                first.positions, Describe(*settings));
  tools::ProgressBar bar;
  std::signal(SIGINT, OnInterrupt);
  std::signal(SIGTERM, OnInterrupt);
  bool told = false;
  absl::Status status = Generate(
      *settings, target, tools::ThreadCount(), stop_request, *writer, [&](const Progress& now) {
        bar.Show(FormatProgress(first, now, target, bar.elapsed()));
        if (stop_request == StopRequest::kNone || told || now.over) return;
        absl::FPrintF(stderr, "\nfinishing the games; interrupt again to abandon them\n");
        told = true;
      });
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  bar.Finish();
  return status;
}

// Reads the --in files to their ends, and writes them as text where `to` names a file.
absl::Status Read(const std::string& to) {
  const std::vector<std::string> files = absl::GetFlag(FLAGS_in);
  if (files.empty()) return absl::InvalidArgumentError("--in is missing: convert which files?");
  std::FILE* out = nullptr;
  if (!to.empty()) {
    out = to == "-" ? stdout : std::fopen(to.c_str(), "wb");
    if (out == nullptr) return absl::UnavailableError(absl::StrCat(to, ": cannot be written"));
  }
  absl::Status status;
  Summary summary;
  for (const std::string& file : files) {
    if (status.ok()) status = ReadGames(file, out, summary);
  }
  if (out != nullptr && (out == stdout ? std::fflush(out) : std::fclose(out)) != 0) {
    status.Update(absl::UnavailableError(absl::StrCat(to, ": cannot be written")));
  }
  if (status.ok()) absl::FPrintF(stderr, "%s", FormatSummary(summary));
  return status;
}

}  // namespace

int RunDatagen(int argc, char** argv) {
  tools::ParseFlags(argc, argv);
  const std::string to_text = absl::GetFlag(FLAGS_to_text);
  const bool reads = !to_text.empty() || !absl::GetFlag(FLAGS_in).empty();
  const absl::Status status = reads ? Read(to_text) : Play();
  if (status.ok()) return 0;
  absl::FPrintF(stderr, "datagen: %s\n", std::string(status.message()));
  return 1;
}

}  // namespace notochord::datagen
