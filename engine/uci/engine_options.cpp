// The options of the engine.
#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "engine/base/params.h"
#include "engine/uci/uci.h"

namespace notochord::uci {
namespace {

constexpr std::int64_t kDefaultHash = 16;
constexpr std::int64_t kMaxHash = 1 << 25;     // 32 TiB
constexpr std::size_t kMaxTableProblems = 10;  // that are printed

// A setter that cannot fail.
template <typename T, typename Set>
std::function<absl::Status(T)> Plain(Set set) {
  return [set](T value) {
    set(value);
    return absl::OkStatus();
  };
}

}  // namespace

void Uci::AddOptions() {
  AddSearchOptions();
  AddSyzygyOptions();
  AddPlayOptions();
  AddTuningOptions();
  if (const absl::Status status = table_.Resize(kDefaultHash); !status.ok()) {
    output_.Inform(status.message());
  }
}

void Uci::AddSearchOptions() {
  options_.AddSpin("Hash", kDefaultHash, 1, kMaxHash, [this](std::int64_t mebibytes) {
    MakeIdle();
    return table_.Resize(static_cast<std::size_t>(mebibytes));
  });
  options_.AddSpin("Threads", 1, 1, threads::SearchPool::kMaxThreads, [this](std::int64_t count) {
    MakeIdle();
    return pool_.SetThreadCount(static_cast<std::size_t>(count));
  });
  options_.AddButton("Clear Hash", [this] {
    MakeIdle();
    pool_.NewGame();
    return absl::OkStatus();
  });
  options_.AddSpin("MultiPV", 1, 1, 256, Plain<std::int64_t>([this](std::int64_t lines) {
                     settings_.multi_pv = static_cast<std::size_t>(lines);
                   }));
}

// Workers read these while they search.
void Uci::AddSyzygyOptions() {
  search::SyzygyProber::Settings& settings = prober_.settings();
  options_.AddString("SyzygyPath", "", Plain<const std::string&>([this](const std::string& path) {
                       OpenTables(path);
                     }));
  options_.AddSpin("SyzygyProbeDepth", settings.probe_depth, 1, 100,
                   Plain<std::int64_t>([this, &settings](std::int64_t depth) {
                     MakeIdle();
                     settings.probe_depth = static_cast<int>(depth);
                   }));
  options_.AddSpin("SyzygyProbeLimit", settings.max_pieces, 0, 7,
                   Plain<std::int64_t>([this, &settings](std::int64_t men) {
                     MakeIdle();
                     settings.max_pieces = static_cast<int>(men);
                   }));
  options_.AddCheck("Syzygy50MoveRule", settings.fifty_move_rule,
                    Plain<bool>([this, &settings](bool on) {
                      MakeIdle();
                      // Workers keep scores of tables too, not only the hash table.
                      if (on != settings.fifty_move_rule) pool_.NewGame();
                      settings.fifty_move_rule = on;
                    }));
}

void Uci::OpenTables(const std::string& path) {
  MakeIdle();
  const tb::Syzygy::Report report = syzygy_.Open(path);
  const std::size_t shown = std::min(report.problems.size(), kMaxTableProblems);
  for (std::size_t i = 0; i < shown; ++i) {
    output_.Inform(absl::StrCat("Syzygy: ", report.problems[i]));
  }
  if (shown < report.problems.size()) {
    output_.Inform(absl::StrCat("Syzygy: and ", report.problems.size() - shown, " more problems"));
  }
  output_.Inform(report.wdl_tables == 0
                     ? std::string("Syzygy: no tables in use")
                     : absl::StrCat("Syzygy: using ", report.wdl_tables, " WDL and ",
                                    report.dtz_tables, " DTZ tables with up to ", report.max_pieces,
                                    " men"));
}

void Uci::AddPlayOptions() {
  const auto flag = [](bool& target) { return Plain<bool>([&target](bool on) { target = on; }); };
  // GUIs read from it that we can ponder; whether we do is up to `go ponder`.
  options_.AddCheck("Ponder", false, Plain<bool>([](bool) {}));
  options_.AddSpin("Move Overhead", 10, 0, 5000, Plain<std::int64_t>([this](std::int64_t time) {
                     settings_.move_overhead = search::Milliseconds(time);
                   }));
  options_.AddCheck("UCI_Chess960", false, flag(settings_.chess960));
  options_.AddCheck("UCI_ShowWDL", false, flag(settings_.show_wdl));
  options_.AddCheck("UCI_AnalyseMode", false, flag(settings_.analyse_mode));
  options_.AddCheck("UCI_LimitStrength", false, flag(settings_.limit_strength));
  options_.AddSpin(
      "UCI_Elo", kMaxElo, kMinElo, kMaxElo,
      Plain<std::int64_t>([this](std::int64_t elo) { settings_.elo = static_cast<int>(elo); }));
  options_.AddCheck("OwnBook", false, flag(settings_.own_book));
  options_.AddString("BookFile", "", [this](const std::string& path) { return OpenBook(path); });
}

absl::Status Uci::OpenBook(const std::string& path) {
  if (path.empty()) {
    book_.reset();
    return absl::OkStatus();
  }
  absl::StatusOr<Book> book = Book::Open(path);
  if (!book.ok()) return book.status();
  output_.Inform(absl::StrCat("book with ", book->entry_count(), " moves"));
  book_.emplace(*std::move(book));
  return absl::OkStatus();
}

void Uci::AddTuningOptions() {
#if defined(NOTOCHORD_TUNE)
  for (const params::Param& param : params::kAll) {
    options_.AddSpin(absl::StripPrefix(param.name, "k"), param.initial, param.min, param.max,
                     [this, target = param.value](std::int64_t value) {
                       MakeIdle();
                       *target = static_cast<int>(value);
                       // Tables that follow from parameters are made for each game.
                       return absl::OkStatus();
                     });
  }
#endif
}

}  // namespace notochord::uci
