#include "engine/tools/analyze/pgn.h"

#include <algorithm>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "engine/board/notation.h"

namespace notochord::analyze {
namespace {

using Kind = PgnToken::Kind;

// Empty where the text is no result.
absl::string_view ResultOf(absl::string_view text) {
  if (text == "1/2") return "1/2-1/2";
  for (const absl::string_view result : {"1-0", "0-1", "1/2-1/2", "*"}) {
    if (text == result) return result;
  }
  return "";
}

// "12.Nf3" to "Nf3", "12..." to "". Castling with zeros is no number.
absl::string_view WithoutMoveNumber(absl::string_view word) {
  const std::size_t digits = word.find_first_not_of("0123456789");
  if (digits == absl::string_view::npos) return "";
  if (digits > 0 && word[digits] != '.') return word;
  return word.substr(std::min(word.find_first_not_of('.', digits), word.size()));
}

// Marks for people that stand alone: "!?", "+-", "=", "e.p.".
bool IsMark(absl::string_view word) {
  if (word == "e.p.") return true;
  return word != "--" && std::none_of(word.begin(), word.end(), [](char c) {
           return absl::ascii_isalnum(static_cast<unsigned char>(c));
         });
}

void SetProblem(std::size_t line, absl::string_view what, PgnGame& game) {
  if (!game.problem.empty()) return;
  game.problem = std::string(what);
  game.problem_line = line;
}

// The start position that the tags describe.
void SetStart(std::size_t line, PgnGame& game) {
  if (const std::string* variant = game.FindTag("Variant")) {
    const std::string lower = absl::AsciiStrToLower(*variant);
    game.chess960 = absl::StrContains(lower, "960") || absl::StrContains(lower, "fischer") ||
                    absl::StrContains(lower, "freestyle");
    if (!game.chess960 && !lower.empty() && lower != "standard" && lower != "chess" &&
        lower != "normal" && lower != "from position") {
      SetProblem(line, absl::StrCat("the variant '", absl::CHexEscape(*variant), "' is unknown"),
                 game);
    }
  }
  const std::string* fen = game.FindTag("FEN");
  const std::string* set_up = game.FindTag("SetUp");
  if (set_up != nullptr && *set_up == "1" && fen == nullptr) {
    SetProblem(line, "SetUp without FEN", game);
  }
  if (fen == nullptr || (set_up != nullptr && *set_up == "0")) return;
  absl::StatusOr<board::Position> position = board::Position::Parse(*fen);
  if (position.ok()) {
    game.start = *std::move(position);
  } else {
    SetProblem(line, position.status().message(), game);
  }
}

}  // namespace

const std::string* PgnGame::FindTag(absl::string_view name) const {
  for (const auto& [tag, value] : tags) {
    if (absl::EqualsIgnoreCase(tag, name)) return &value;
  }
  return nullptr;
}

bool PgnReader::Next(PgnGame& game) {
  game = PgnGame();
  if (token_.kind == Kind::kEnd) return false;
  const std::size_t first_line = token_.line;
  ReadTags(game);
  SetStart(first_line, game);
  if (const std::string* result = game.FindTag("Result")) {
    if (!ResultOf(*result).empty()) game.result = std::string(ResultOf(*result));
  }
  ReadMoves(game);
  return true;
}

void PgnReader::ReadTags(PgnGame& game) {
  for (; token_.kind == Kind::kTag; Advance()) {
    game.tags.emplace_back(token_.text, token_.value);
    offset_ = token_.end;
  }
}

void PgnReader::ReadMoves(PgnGame& game) {
  board::Position position = game.start;
  std::size_t depth = 0;  // of variations
  for (bool over = false; !over && token_.kind != Kind::kEnd && token_.kind != Kind::kTag;) {
    switch (token_.kind) {
      case Kind::kOpen:
        ++depth;
        break;
      case Kind::kClose:
        if (depth == 0) SetProblem(token_.line, "')' without '('", game);
        depth -= depth > 0 ? 1 : 0;
        break;
      case Kind::kBroken:
        SetProblem(token_.line, token_.text, game);
        over = true;
        break;
      default:
        if (depth > 0) break;
        ReadWord(position, game);
        over = game.has_end;
    }
    offset_ = token_.end;
    Advance();
  }
  if (depth > 0) SetProblem(token_.line, "a variation that does not end", game);
}

void PgnReader::ReadWord(board::Position& position, PgnGame& game) {
  if (const absl::string_view result = ResultOf(token_.text); !result.empty()) {
    game.result = std::string(result);
    game.has_end = true;
    return;
  }
  const absl::string_view san = WithoutMoveNumber(token_.text);
  if (san.empty() || IsMark(san) || !game.problem.empty()) return;
  const absl::StatusOr<board::Move> move = board::ParseSan(position, san);
  if (!move.ok()) return SetProblem(token_.line, move.status().message(), game);
  position.Make(*move);
  game.moves.push_back(*move);
}

}  // namespace notochord::analyze
