// Commands that are not in the protocol: for people, scripts and tests.
#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "engine/base/params.h"
#include "engine/board/notation.h"
#include "engine/board/perft.h"
#include "engine/board/see.h"
#include "engine/eval/evaluate.h"
#include "engine/tools/bench.h"
#include "engine/uci/uci.h"

namespace notochord::uci {
namespace {

constexpr absl::string_view kHelp =
    R"(Notochord plays chess with the UCI protocol: start it from a chess GUI, or type commands here.

  position startpos | fen <fen> [moves <move>...]   sets the position up
  go [depth <n> | nodes <n> | movetime <ms> | mate <n> | infinite] [searchmoves <move>...]
  go wtime <ms> btime <ms> [winc <ms>] [binc <ms>] [movestogo <n>] [ponder]
  stop | ponderhit             ends the search; the opponent has played the expected move
  setoption name <option> [value <value>]           'uci' lists the options
  uci | isready | ucinewgame | debug on|off | quit
  d | flip                     shows the position; changes the colours over
  eval | see <move>            explains the evaluation; what an exchange gains
  go perft <n> | perft <n>     counts moves
  bench [depth] | stats        measures speed; counters of the last search
  bench <hash> <threads> [<limit> [<file>|default|current [depth|nodes|movetime|perft]]]
  params                       the search's tunable numbers
)";

}  // namespace

bool Uci::ExecuteExtra(absl::string_view command, absl::string_view arguments) {
  if (command == "d") {
    Display();
  } else if (command == "eval") {
    output_.Write(eval::FormatTrace(eval::Trace(position_)));
  } else if (command == "flip") {
    Flip();
  } else if (command == "see") {
    See(arguments);
  } else if (command == "stats") {
    Stats();
  } else if (command == "bench") {
    Bench(arguments);
  } else if (command == "perft") {
    Go(absl::StrCat("perft ", arguments));
  } else if (command == "params") {
    PrintParams();
  } else if (command == "help") {
    output_.Write(absl::StripTrailingAsciiWhitespace(kHelp));
  } else {
    return false;
  }
  return true;
}

void Uci::Perft(int depth, bool parallel) {
  if (depth == 0) return;  // said already what was wrong with it
  std::uint64_t nodes = 0;
  std::string text;
  for (const board::PerftLine& line : parallel ? board::ParallelPerftDivide(position_, depth)
                                               : board::PerftDivide(position_, depth)) {
    absl::StrAppend(&text, board::ToUci(line.move, settings_.chess960), ": ", line.nodes, "\n");
    nodes += line.nodes;
  }
  output_.Write(absl::StrCat(text, "\nNodes searched: ", nodes, "\n"));
}

void Uci::Flip() {
  absl::StatusOr<board::Position> flipped =
      board::Position::FromSetup(board::FlipColors(position_.ToSetup()));
  if (!flipped.ok()) return output_.Inform(absl::StrCat("flip: ", flipped.status().message()));
  position_ = *std::move(flipped);
}

void Uci::Display() {
  constexpr absl::string_view kLine = "\n +---+---+---+---+---+---+---+---+\n";
  std::string text(kLine);
  for (std::size_t rank = kRankCount; rank-- > 0;) {
    for (std::size_t file = 0; file < kFileCount; ++file) {
      const Piece p =
          position_.PieceOn(MakeSquare(static_cast<File>(file), static_cast<Rank>(rank)));
      absl::StrAppend(&text, " | ",
                      std::string(1, p == Piece::kNone ? ' ' : board::PieceLetter(p)));
    }
    absl::StrAppend(&text, " | ", rank + 1, kLine);
  }
  absl::StrAppend(&text, "   a   b   c   d   e   f   g   h\n\nFen: ", position_.Fen(),
                  "\nKey: ", absl::Hex(position_.key(), absl::kZeroPad16), "\nCheckers:");
  for (board::Bitboard b = position_.Checkers(); b != 0;) {
    absl::StrAppend(&text, " ", board::SquareName(board::PopFirst(b)));
  }
  output_.Write(text);
}

void Uci::See(absl::string_view arguments) {
  const absl::StatusOr<board::Move> move = board::ParseUciMove(position_, arguments);
  if (!move.ok()) return output_.Inform(absl::StrCat("see: ", move.status().message()));
  output_.Write(absl::StrCat("see ", board::ToUci(*move, settings_.chess960), " ",
                             board::See(position_, *move)));
}

// The caches' counters belong to their workers: while these search, only nodes can be shown.
void Uci::Stats() {
  using State = threads::SearchPool::State;
  const State state = pool_.state();
  const bool searching = state == State::kSearching || state == State::kPondering;
  if (!searching) pool_.Wait();
  const threads::Totals totals = pool_.Counters();
  std::string text = absl::StrCat("threads ", pool_.thread_count(), " nodes ", totals.nodes,
                                  " tbhits ", totals.tb_hits, " hash ", table_.SizeInMebibytes(),
                                  " MiB hashfull ", table_.HashFull());
  for (std::size_t i = 0; i < pool_.thread_count(); ++i) {
    absl::StrAppend(&text, "\nworker ", i, " nodes ", pool_.worker(i).nodes());
    if (const std::optional<int> node = pool_.numa_node(i)) absl::StrAppend(&text, " numa ", *node);
    if (searching) continue;
    absl::StrAppend(
        &text, "\n",
        absl::StripTrailingAsciiWhitespace(eval::FormatStats(pool_.worker(i).evaluator())));
  }
  output_.Write(text);
}

void Uci::Bench(absl::string_view arguments) {
  const absl::StatusOr<tools::BenchSettings> settings =
      tools::ParseBench(arguments, position_.Fen());
  if (!settings.ok()) {
    return output_.Inform(absl::StrCat("bench: ", settings.status().message()));
  }
  MakeIdle();
  const tools::BenchResult result =
      tools::Bench(*settings, [this](absl::string_view line) { output_.Write(line); });
  const double nps = static_cast<double>(result.nodes) / std::max(result.seconds, 1e-6);
  output_.Write(absl::StrCat(result.nodes, " nodes ", static_cast<std::uint64_t>(nps), " nps"));
}

// As OpenBench's tuner wants them: name, type, value, range, step, learning rate.
void Uci::PrintParams() {
  std::string text;
  for (const params::Param& param : params::kAll) {
    absl::StrAppend(&text, absl::StripPrefix(param.name, "k"), ", int, ", *param.value, ", ",
                    param.min, ", ", param.max, ", ", param.step, ", 0.002\n");
  }
  output_.Write(absl::StripTrailingAsciiWhitespace(text));
}

}  // namespace notochord::uci
