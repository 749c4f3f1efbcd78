// The UCI protocol: carries commands out, keeps the position they describe, and owns what searches
// it. Parsing is in parse.h, printing in format.h.
//
// Threading: one thread calls Execute, and it never waits for a search to come to an end by itself.
// Commands that need the pool to be idle (a new `go`, `ucinewgame`, another Hash, Threads or set
// of tables) stop a running search first; its bestmove is printed as always. A search's reports are
// printed by its own thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "engine/board/position.h"
#include "engine/search/limits.h"
#include "engine/search/syzygy_prober.h"
#include "engine/tt/transposition_table.h"
#include "engine/uci/book.h"
#include "engine/uci/options.h"
#include "engine/uci/output.h"
#include "engine/uci/parse.h"
#include "engine/uci/reporter.h"
#include "engine/uci/strength.h"
#include "tb/syzygy.h"
#include "threads/search_pool.h"

namespace notochord::uci {

class Uci {
 public:
  // `version` follows the engine's name.
  Uci(absl::string_view version, Output& output);
  // Stops a running search, with its bestmove.
  ~Uci() = default;

  // Carries one line out. False: the user wants to quit.
  bool Execute(absl::string_view line);
  // Sleeps until the search that was started ends by itself; not for infinite ones.
  void WaitForSearch() { pool_.Wait(); }
  // For somebody at a terminal.
  std::string Greeting() const;

 private:
  // As the options have it. A search takes what it needs along when it begins.
  struct Settings {
    std::size_t multi_pv = 1;
    search::Milliseconds move_overhead{10};
    bool chess960 = false;
    bool show_wdl = false;
    bool analyse_mode = false;
    bool limit_strength = false;
    int elo = kMaxElo;
    bool own_book = false;
  };

  enum class Outcome : std::uint8_t { kDone, kQuit, kUnknown };

  // --- engine_options.cpp
  void AddOptions();
  void AddSearchOptions();
  void AddSyzygyOptions();
  void AddPlayOptions();
  void AddTuningOptions();
  absl::Status OpenBook(const std::string& path);
  void OpenTables(const std::string& path);

  // --- uci.cpp
  Outcome ExecuteProtocol(absl::string_view command, absl::string_view arguments);
  void Identify();
  void SetOption(absl::string_view arguments);
  void NewGame();
  void SetPosition(absl::string_view arguments);
  void Go(absl::string_view arguments);
  bool PlayFromBook(const search::Limits& limits);
  threads::SearchPool::Request MakeRequest(search::Limits limits, search::Clock::time_point start);
  void Debug(absl::string_view arguments);

  // --- extras.cpp: commands for people
  bool ExecuteExtra(absl::string_view command, absl::string_view arguments);
  void Perft(int depth, bool parallel);
  void Display();
  void Flip();
  void See(absl::string_view arguments);
  void Stats();
  void Bench(absl::string_view arguments);
  void PrintParams();
  // Stops the search, if any, and waits the moment that takes.
  void MakeIdle();

  const std::string version_;
  Output& output_;
  Settings settings_;
  Options options_;
  board::Position position_;
  std::optional<Book> book_;
  Rng rng_;
  bool debug_ = false;
  tb::Syzygy syzygy_;
  search::SyzygyProber prober_{syzygy_};
  tt::TranspositionTable table_;
  threads::SearchPool pool_;  // the last member: its threads use the others
};

}  // namespace notochord::uci
