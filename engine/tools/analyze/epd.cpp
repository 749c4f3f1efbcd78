#include "engine/tools/analyze/epd.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "engine/board/notation.h"

namespace notochord::analyze {
namespace {

using board::Move;

constexpr std::size_t kEpdFields = 4;
constexpr std::size_t kFenFields = 6;

absl::string_view TakeField(absl::string_view& text) {
  text = absl::StripLeadingAsciiWhitespace(text);
  const std::size_t end = std::min(text.find_first_of(" \t;"), text.size());
  const absl::string_view field = text.substr(0, end);
  text.remove_prefix(end);
  return field;
}

bool IsNumber(absl::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isdigit(static_cast<unsigned char>(c));
  });
}

// Takes what stands before the next semicolon that is not inside quotes.
absl::string_view TakeOperation(absl::string_view& text) {
  bool quoted = false;
  std::size_t end = 0;
  for (; end < text.size() && (quoted || text[end] != ';'); ++end) {
    if (text[end] == '"') quoted = !quoted;
  }
  const absl::string_view operation = absl::StripAsciiWhitespace(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return operation;
}

absl::string_view WithoutQuotes(absl::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
    return text.substr(1, text.size() - 2);
  }
  return text;
}

// Suites write moves in short, long or UCI notation.
void AddMoves(absl::string_view text, std::vector<Move>& moves, EpdPosition& epd) {
  for (const absl::string_view word :
       absl::StrSplit(text, absl::ByAnyChar(" \t,"), absl::SkipEmpty())) {
    absl::StatusOr<Move> move = board::ParseSan(epd.position, word);
    if (!move.ok()) move = board::ParseUciMove(epd.position, word);
    if (move.ok()) {
      moves.push_back(*move);
    } else {
      epd.problem = std::string(move.status().message());
    }
  }
}

void AddOperation(absl::string_view operation, EpdPosition& epd) {
  const std::size_t end = std::min(operation.find_first_of(" \t"), operation.size());
  const absl::string_view code = operation.substr(0, end);
  const absl::string_view operand =
      WithoutQuotes(absl::StripAsciiWhitespace(operation.substr(end)));
  if (code == "bm") {
    AddMoves(operand, epd.best, epd);
  } else if (code == "am") {
    AddMoves(operand, epd.avoid, epd);
  } else if (code == "id") {
    epd.id = std::string(operand);
  } else {
    epd.operations.emplace_back(code, operand);
  }
}

bool Contains(const std::vector<Move>& moves, Move move) {
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

}  // namespace

bool EpdPosition::IsSolvedBy(Move move) const {
  return (best.empty() || Contains(best, move)) && !Contains(avoid, move);
}

absl::StatusOr<EpdPosition> ParseEpd(absl::string_view line) {
  std::vector<absl::string_view> fields;
  while (fields.size() < kEpdFields) fields.push_back(TakeField(line));
  while (fields.size() < kFenFields) {
    absl::string_view rest = line;
    const absl::string_view field = TakeField(rest);
    if (!IsNumber(field)) break;
    fields.push_back(field);
    line = rest;
  }
  absl::StatusOr<board::Position> position = board::Position::Parse(absl::StrJoin(fields, " "));
  if (!position.ok()) return position.status();
  EpdPosition epd;
  epd.position = *std::move(position);
  while (!line.empty()) {
    if (const absl::string_view operation = TakeOperation(line); !operation.empty()) {
      AddOperation(operation, epd);
    }
  }
  if (!epd.problem.empty()) {
    epd.best.clear();
    epd.avoid.clear();
  }
  return epd;
}

}  // namespace notochord::analyze
