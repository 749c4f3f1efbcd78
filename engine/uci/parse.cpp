#include "engine/uci/parse.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "engine/base/value.h"
#include "engine/board/notation.h"

namespace notochord::uci {
namespace {

// Longer than any game, and far from overflow in microseconds.
constexpr std::int64_t kMaxMilliseconds = 1'000'000'000'000;
constexpr int kMaxPerftDepth = 20;

bool IsGoWord(absl::string_view word) {
  static constexpr absl::string_view kWords[] = {
      "searchmoves", "ponder", "wtime", "btime",    "winc",     "binc", "movestogo",
      "depth",       "nodes",  "mate",  "movetime", "infinite", "perft"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

class GoParser {
 public:
  GoParser(const board::Position& position, absl::string_view arguments)
      : position_(position), rest_(arguments) {}

  GoCommand Parse() {
    bool limited = false;
    for (absl::string_view word = NextWord(rest_); !word.empty(); word = NextWord(rest_)) {
      if (word == "infinite") {
        command_.limits.infinite = true;
      } else if (word == "ponder") {
        command_.limits.ponder = true;
      } else if (word == "searchmoves") {
        ParseSearchMoves();
      } else if (word == "parallel" && command_.is_perft) {
        command_.parallel = true;
      } else if (IsGoWord(word)) {
        command_.is_perft |= word == "perft";
        limited |= ParseNumber(word);
      } else {
        Complain(absl::StrCat("unknown word: ", word));
      }
    }
    if (!limited) command_.limits.infinite = true;
    return std::move(command_);
  }

 private:
  void Complain(absl::string_view problem) {
    command_.problems.push_back(absl::StrCat("go: ", problem));
  }

  // True where it limits the search.
  bool ParseNumber(absl::string_view word) {
    absl::string_view after = rest_;
    const absl::string_view text = NextWord(after);
    std::int64_t value = 0;
    if (text.empty() || IsGoWord(text)) {
      Complain(absl::StrCat(word, " needs a number"));
      return false;
    }
    rest_ = after;
    if (!absl::SimpleAtoi(text, &value)) {
      Complain(absl::StrCat(word, ": no number: ", text));
      return false;
    }
    Set(word, value);
    return word != "winc" && word != "binc" && word != "movestogo";
  }

  void Set(absl::string_view word, std::int64_t value) {
    search::Limits& limits = command_.limits;
    const search::Milliseconds time(std::clamp(value, -kMaxMilliseconds, kMaxMilliseconds));
    const int number =
        static_cast<int>(std::clamp<std::int64_t>(value, 0, std::numeric_limits<int>::max()));
    if (word == "wtime" || word == "btime") {
      limits.has_clock = true;
      limits.time[word == "wtime" ? Color::kWhite : Color::kBlack] = time;
    } else if (word == "winc" || word == "binc") {
      limits.increment[word == "winc" ? Color::kWhite : Color::kBlack] = time;
    } else if (word == "movestogo") {
      limits.moves_to_go = number;
    } else if (word == "depth") {
      limits.depth = std::clamp(number, 1, kMaxPly - 1);
    } else if (word == "mate") {
      limits.mate = std::clamp(number, 1, kMaxPly);
    } else if (word == "nodes") {
      limits.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(value, 1));
    } else if (word == "movetime") {
      limits.move_time = std::max(time, search::Milliseconds(1));
    } else if (number < 1 || number > kMaxPerftDepth) {
      Complain(absl::StrCat("perft: expected a depth from 1 to ", kMaxPerftDepth));
    } else {
      command_.perft = number;
    }
  }

  // All words up to the next one that has a meaning of its own.
  void ParseSearchMoves() {
    while (true) {
      absl::string_view after = rest_;
      const absl::string_view word = NextWord(after);
      if (word.empty() || IsGoWord(word)) break;
      rest_ = after;
      const absl::StatusOr<board::Move> move = board::ParseUciMove(position_, word);
      if (move.ok()) {
        command_.limits.search_moves.push_back(*move);
      } else {
        Complain(absl::StrCat("searchmoves: ", move.status().message()));
      }
    }
  }

  const board::Position& position_;
  absl::string_view rest_;
  GoCommand command_;
};

}  // namespace

absl::string_view NextWord(absl::string_view& text) {
  text = absl::StripLeadingAsciiWhitespace(text);
  std::size_t end = 0;
  while (end < text.size() && !absl::ascii_isspace(static_cast<unsigned char>(text[end]))) ++end;
  const absl::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

GoCommand ParseGo(const board::Position& position, absl::string_view arguments) {
  return GoParser(position, arguments).Parse();
}

absl::StatusOr<PositionCommand> ParsePosition(absl::string_view arguments) {
  absl::string_view rest = arguments;
  const absl::string_view kind = NextWord(rest);
  if (kind != "startpos" && kind != "fen") {
    return absl::InvalidArgumentError("position: expected startpos or fen");
  }
  std::vector<absl::string_view> fen;
  absl::string_view word = NextWord(rest);
  for (; !word.empty() && word != "moves"; word = NextWord(rest)) fen.push_back(word);

  PositionCommand command;
  if (kind == "fen") {
    absl::StatusOr<board::Position> parsed = board::Position::Parse(absl::StrJoin(fen, " "));
    if (!parsed.ok()) {
      return absl::InvalidArgumentError(absl::StrCat("bad FEN: ", parsed.status().message()));
    }
    command.position = *std::move(parsed);
  } else if (!fen.empty()) {
    command.problem = absl::StrCat("position: unknown word: ", fen[0]);
  }
  for (word = NextWord(rest); !word.empty(); word = NextWord(rest)) {
    const absl::StatusOr<board::Move> move = board::ParseUciMove(command.position, word);
    if (!move.ok()) {
      command.problem =
          absl::StrCat("position: ", move.status().message(), "; the moves before it stand");
      break;
    }
    command.position.Make(*move);
  }
  return command;
}

absl::StatusOr<SetOptionCommand> ParseSetOption(absl::string_view arguments) {
  absl::string_view rest = arguments;
  if (NextWord(rest) != "name") {
    return absl::InvalidArgumentError("setoption: expected name <option> [value <value>]");
  }
  std::vector<absl::string_view> name;
  absl::string_view word = NextWord(rest);
  for (; !word.empty() && word != "value"; word = NextWord(rest)) name.push_back(word);
  if (name.empty()) return absl::InvalidArgumentError("setoption: the name is missing");
  return SetOptionCommand{absl::StrJoin(name, " "), std::string(absl::StripAsciiWhitespace(rest))};
}

}  // namespace notochord::uci
