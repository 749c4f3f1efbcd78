#include "engine/uci/uci.h"

#include <ostream>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/board/perft.h"

namespace notochord::uci {
namespace {

// Takes the first word off a line.
absl::string_view NextWord(absl::string_view& text) {
  text = absl::StripLeadingAsciiWhitespace(text);
  std::size_t end = 0;
  while (end < text.size() && !absl::ascii_isspace(static_cast<unsigned char>(text[end]))) ++end;
  const absl::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

}  // namespace

bool Uci::Execute(absl::string_view line) {
  const absl::string_view command = NextWord(line);
  const absl::string_view arguments = absl::StripAsciiWhitespace(line);
  if (command == "quit") return false;
  if (command == "uci") {
    out_ << "id name Notochord " << version_ << "\nid author the Notochord authors\n"
         << "option name UCI_Chess960 type check default false\nuciok" << std::endl;
  } else if (command == "isready") {
    out_ << "readyok" << std::endl;
  } else if (command == "setoption") {
    if (absl::StartsWith(arguments, "name UCI_Chess960 value ")) {
      chess960_ = absl::EndsWith(arguments, "true");
    } else {
      Inform(absl::StrCat("unknown option: ", arguments));
    }
  } else if (command == "ucinewgame") {
    position_ = board::Position();
  } else if (command == "position") {
    SetPosition(arguments);
  } else if (command == "go") {
    Go(arguments);
  } else if (command == "d") {
    Display();
  } else if (command == "flip") {
    position_ = *board::Position::FromSetup(board::FlipColors(position_.ToSetup()));
  } else if (!command.empty()) {
    Inform(absl::StrCat("unknown command: ", command));
  }
  return true;
}

void Uci::SetPosition(absl::string_view arguments) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(arguments, absl::MaxSplits("moves", 1));
  absl::string_view setup = parts.first;
  const absl::string_view kind = NextWord(setup);
  board::Position position;
  if (kind == "fen") {
    absl::StatusOr<board::Position> parsed = board::Position::Parse(setup);
    if (!parsed.ok()) return Inform(absl::StrCat("bad FEN: ", parsed.status().message()));
    position = *std::move(parsed);
  } else if (kind != "startpos") {
    return Inform("position: expected startpos or fen");
  }
  absl::string_view moves = parts.second;
  for (absl::string_view word = NextWord(moves); !word.empty(); word = NextWord(moves)) {
    const absl::StatusOr<board::Move> move = board::ParseUciMove(position, word);
    if (!move.ok()) {
      Inform(absl::StrCat("position: ", move.status().message(), "; the moves before it stand"));
      break;
    }
    position.Make(*move);
  }
  position_ = std::move(position);
}

void Uci::Go(absl::string_view arguments) {
  if (NextWord(arguments) == "perft") return Perft(arguments);
  Inform("go: only perft is known");
}

void Uci::Perft(absl::string_view arguments) {
  int depth = 0;
  if (!absl::SimpleAtoi(NextWord(arguments), &depth) || depth < 1 || depth > 20) {
    return Inform("go perft: expected a depth from 1 to 20");
  }
  const bool parallel = NextWord(arguments) == "parallel";
  std::uint64_t nodes = 0;
  for (const board::PerftLine& line : parallel ? board::ParallelPerftDivide(position_, depth)
                                               : board::PerftDivide(position_, depth)) {
    out_ << board::ToUci(line.move, chess960_) << ": " << line.nodes << '\n';
    nodes += line.nodes;
  }
  out_ << "\nNodes searched: " << nodes << '\n' << std::endl;
}

void Uci::Display() {
  const absl::string_view line = "\n +---+---+---+---+---+---+---+---+\n";
  out_ << line;
  for (std::size_t rank = kRankCount; rank-- > 0;) {
    for (std::size_t file = 0; file < kFileCount; ++file) {
      const Piece p = position_.PieceOn(
          MakeSquare(static_cast<File>(file), static_cast<Rank>(rank)));
      out_ << " | " << (p == Piece::kNone ? ' ' : board::PieceLetter(p));
    }
    out_ << " | " << rank + 1 << line;
  }
  out_ << "   a   b   c   d   e   f   g   h\n\nFen: " << position_.Fen()
       << "\nKey: " << absl::StrCat(absl::Hex(position_.key(), absl::kZeroPad16)) << "\nCheckers:";
  for (board::Bitboard b = position_.Checkers(); b != 0;) {
    out_ << ' ' << board::SquareName(board::PopFirst(b));
  }
  out_ << std::endl;
}

void Uci::Inform(absl::string_view message) { out_ << "info string " << message << std::endl; }

}  // namespace notochord::uci
