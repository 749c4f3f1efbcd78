#include "engine/uci/uci.h"

#include <algorithm>
#include <memory>
#include <random>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "engine/search/time_manager.h"
#include "engine/uci/format.h"

namespace notochord::uci {
namespace {

// How long the tables may take for the root moves. What they say is worth more than a search, so
// that this is most of the time for the move; where there is no clock but somebody who may say
// `stop`, it is not so long that he would mind.
std::optional<search::Clock::time_point> RankingDeadline(
    const threads::SearchPool::Request& request) {
  constexpr search::Milliseconds kPatience{500};
  const search::Limits& limits = request.limits;
  const search::TimeManager time(limits, request.task.position.side_to_move(),
                                 request.move_overhead, request.task.root_moves.size());
  if (time.limited()) return request.start + time.hard() * 3 / 4;
  if (limits.infinite || limits.ponder) return request.start + kPatience;
  return std::nullopt;
}

std::uint64_t RandomSeed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

}  // namespace

Uci::Uci(absl::string_view version, Output& output)
    : version_(version), output_(output), rng_(RandomSeed()), pool_(table_, &prober_) {
  AddOptions();
}

std::string Uci::Greeting() const {
  return absl::StrCat("Notochord ", version_, ", a UCI chess engine. Type 'help' for commands.");
}

// As UCI wants it, words that mean nothing are left out and the rest of the line is obeyed:
// `joho debug on` switches debug mode on. Commands for people stand at the beginning only: they are
// short, and may well be part of something else.
bool Uci::Execute(absl::string_view line) {
  absl::string_view command = NextWord(line);
  Outcome outcome = ExecuteProtocol(command, absl::StripAsciiWhitespace(line));
  if (outcome == Outcome::kUnknown && !command.empty() &&
      !ExecuteExtra(command, absl::StripAsciiWhitespace(line))) {
    output_.Inform(absl::StrCat("unknown command: ", command));
    while (outcome == Outcome::kUnknown && !command.empty()) {
      command = NextWord(line);
      outcome = ExecuteProtocol(command, absl::StripAsciiWhitespace(line));
    }
  }
  return outcome != Outcome::kQuit;
}

Uci::Outcome Uci::ExecuteProtocol(absl::string_view command, absl::string_view arguments) {
  if (command == "quit") return Outcome::kQuit;
  if (command == "uci") {
    Identify();
  } else if (command == "isready") {
    output_.Write("readyok");
  } else if (command == "go") {
    Go(arguments);
  } else if (command == "stop") {
    pool_.Stop();
  } else if (command == "ponderhit") {
    pool_.PonderHit();
  } else if (command == "position") {
    SetPosition(arguments);
  } else if (command == "setoption") {
    SetOption(arguments);
  } else if (command == "ucinewgame") {
    NewGame();
  } else if (command == "debug") {
    Debug(arguments);
  } else {
    return Outcome::kUnknown;
  }
  return Outcome::kDone;
}

void Uci::Identify() {
  output_.Write(absl::StrCat("id name Notochord ", version_,
                             "\nid author the Notochord authors\n\n", options_.Describe(),
                             "uciok"));
}

void Uci::SetOption(absl::string_view arguments) {
  const absl::StatusOr<SetOptionCommand> command = ParseSetOption(arguments);
  if (!command.ok()) return output_.Inform(command.status().message());
  const absl::Status status = options_.Set(command->name, command->value);
  if (!status.ok()) output_.Inform(status.message());
}

void Uci::NewGame() {
  MakeIdle();
  pool_.NewGame();
  position_ = board::Position();
}

void Uci::SetPosition(absl::string_view arguments) {
  absl::StatusOr<PositionCommand> command = ParsePosition(arguments);
  if (!command.ok()) return output_.Inform(command.status().message());
  if (!command->problem.empty()) output_.Inform(command->problem);
  position_ = std::move(command->position);
}

void Uci::Go(absl::string_view arguments) {
  const search::Clock::time_point start = search::Clock::now();
  GoCommand command = ParseGo(position_, arguments);
  for (const std::string& problem : command.problems) output_.Inform(problem);
  if (command.is_perft) return Perft(command.perft, command.parallel);
  MakeIdle();
  if (PlayFromBook(command.limits)) return;
  threads::SearchPool::Request request = MakeRequest(std::move(command.limits), start);
  if (debug_) {
    const search::TimeManager time(request.limits, position_.side_to_move(), request.move_overhead,
                                   request.task.root_moves.size());
    output_.Inform(absl::StrCat(
        "searching ", request.task.root_moves.size(), " moves of ", position_.Fen(),
        time.limited() ? ", soft limit " : ", no clock",
        time.limited() ? absl::StrCat(time.soft().count(), " us, hard ", time.hard().count(), " us")
                       : ""));
  }
  pool_.Go(std::move(request));
}

threads::SearchPool::Request Uci::MakeRequest(search::Limits limits,
                                              search::Clock::time_point start) {
  Reporter::Config config;
  config.position = position_;
  config.style = {settings_.chess960, settings_.show_wdl};
  config.lines = settings_.multi_pv;

  threads::SearchPool::Request request;
  request.task.position = position_;
  request.task.root_moves = search::MakeRootMoves(position_, limits.search_moves);
  request.task.multi_pv = settings_.multi_pv;
  request.limits = std::move(limits);
  request.move_overhead = settings_.move_overhead;
  request.start = start;
  if (settings_.limit_strength && !settings_.analyse_mode) {
    const Handicap handicap = HandicapFor(settings_.elo);
    std::uint64_t& nodes = request.limits.nodes;
    nodes = nodes == 0 ? handicap.nodes : std::min(nodes, handicap.nodes);
    request.task.multi_pv = std::max(request.task.multi_pv, kHandicapLines);
    config.blur = handicap.blur;
    config.seed = rng_.Next();
  }
  if (request.limits.mate > 0) {
    // The tables know who wins, not how fast: they would hide the mates that are looked for.
    request.task.probe_tables = false;
  } else {
    prober_.RankRoot(request.task, RankingDeadline(request));
  }
  request.listener = std::make_unique<Reporter>(std::move(config), table_, output_);
  return request;
}

// Answers at once where the book is in use and knows the position.
bool Uci::PlayFromBook(const search::Limits& limits) {
  if (!settings_.own_book || !book_ || settings_.analyse_mode) return false;
  if (limits.infinite || limits.ponder || limits.mate > 0 || !limits.search_moves.empty()) {
    return false;
  }
  const board::Move move = book_->Choose(position_, rng_);
  if (!move) return false;
  const FormatStyle style{settings_.chess960, settings_.show_wdl};
  search::RootMove root(move);
  root.score = 0;
  output_.Write(absl::StrCat("info string book move\n",
                             FormatLine(position_, root, 1, 0, threads::Totals{}, style, {move}),
                             "\n", FormatBestMove({move}, style)));
  return true;
}

void Uci::Debug(absl::string_view arguments) {
  if (arguments != "on" && arguments != "off") return output_.Inform("debug: expected on or off");
  debug_ = arguments == "on";
}

void Uci::MakeIdle() {
  pool_.Stop();
  pool_.Wait();
}

}  // namespace notochord::uci
