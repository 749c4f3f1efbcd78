#include "engine/tools/analyze/json.h"

#include <cstdlib>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "engine/base/value.h"
#include "engine/board/notation.h"

namespace notochord::analyze {
namespace {

// Takes one character off a text; -1 where it is no UTF-8.
std::int32_t TakeUtf8(absl::string_view& text) {
  const auto first = static_cast<unsigned char>(text[0]);
  std::size_t more = 0;
  std::int32_t least = 0;
  std::int32_t value = first;
  if (first >= 0xF0 && first < 0xF8) {
    more = 3, least = 0x10000, value = first & 0x07;
  } else if (first >= 0xE0 && first < 0xF0) {
    more = 2, least = 0x800, value = first & 0x0F;
  } else if (first >= 0xC0 && first < 0xE0) {
    more = 1, least = 0x80, value = first & 0x1F;
  } else if (first >= 0x80) {
    return -1;
  }
  if (text.size() <= more) return -1;
  for (std::size_t i = 1; i <= more; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return -1;
    value = value << 6 | (next & 0x3F);
  }
  const bool is_surrogate = value >= 0xD800 && value < 0xE000;
  if (value < least || value > 0x10FFFF || is_surrogate) return -1;
  text.remove_prefix(more + 1);
  return value;
}

void AppendCharacter(std::int32_t c, std::string& out) {
  if (c == '"' || c == '\\') {
    out += '\\';
    out += static_cast<char>(c);
  } else if (c >= 0x20 && c < 0x7F) {
    out += static_cast<char>(c);
  } else if (c < 0x10000) {
    absl::StrAppendFormat(&out, "\\u%04x", c);
  } else {
    absl::StrAppendFormat(&out, "\\u%04x\\u%04x", 0xD800 + ((c - 0x10000) >> 10),
                          0xDC00 + ((c - 0x10000) & 0x3FF));
  }
}

std::string JsonArray(const std::vector<std::string>& values) {
  return absl::StrCat("[",
                      absl::StrJoin(values, ",",
                                    [](std::string* out, const std::string& value) {
                                      absl::StrAppend(out, JsonString(value));
                                    }),
                      "]");
}

std::string JsonScore(int score) {
  if (const std::optional<int> mate = MovesToMate(score)) {
    return absl::StrCat("{\"mate\":", *mate, "}");
  }
  return absl::StrCat("{\"cp\":", score, "}");
}

std::string JsonPv(const Item& item, const std::vector<board::Move>& pv) {
  std::vector<std::string> uci;
  std::vector<std::string> san;
  board::Position position = item.position;
  for (const board::Move move : pv) {
    uci.push_back(board::ToUci(move, item.chess960));
    san.push_back(board::ToSan(position, move));
    position.Make(move);
  }
  return absl::StrCat("\"pv\":", JsonArray(uci), ",\"pv_san\":", JsonArray(san));
}

std::string JsonMoves(const Item& item, const std::vector<board::Move>& moves) {
  std::vector<std::string> san;
  san.reserve(moves.size());
  for (const board::Move move : moves) san.push_back(board::ToSan(item.position, move));
  return JsonArray(san);
}

// ,"name":"e2e4","name_san":"e4"
std::string JsonMove(absl::string_view name, const Item& item, board::Move move) {
  if (!move) return absl::StrCat(",\"", name, "\":null,\"", name, "_san\":null");
  return absl::StrCat(",\"", name, "\":", JsonString(board::ToUci(move, item.chess960)), ",\"",
                      name, "_san\":", JsonString(board::ToSan(item.position, move)));
}

std::string JsonEpd(const Item& item, board::Move answer) {
  const EpdPosition& epd = *item.epd;
  std::string text;
  if (!epd.best.empty()) absl::StrAppend(&text, ",\"bm\":", JsonMoves(item, epd.best));
  if (!epd.avoid.empty()) absl::StrAppend(&text, ",\"am\":", JsonMoves(item, epd.avoid));
  if (epd.HasSolution()) {
    absl::StrAppend(&text, ",\"solved\":", epd.IsSolvedBy(answer) ? "true" : "false");
  }
  if (!epd.operations.empty()) {
    absl::StrAppend(&text, ",\"operations\":{",
                    absl::StrJoin(epd.operations, ",",
                                  [](std::string* out, const auto& operation) {
                                    absl::StrAppend(out, JsonString(operation.first), ":",
                                                    JsonString(operation.second));
                                  }),
                    "}");
  }
  return text;
}

}  // namespace

std::string JsonString(absl::string_view text) {
  std::string out = "\"";
  for (absl::string_view rest = text; !rest.empty();) {
    std::int32_t c = TakeUtf8(rest);
    if (c < 0) {
      c = static_cast<unsigned char>(rest[0]);
      rest.remove_prefix(1);
    }
    AppendCharacter(c, out);
  }
  return out + "\"";
}

std::string JsonHead(const Item& item, absl::string_view settings) {
  std::string text =
      absl::StrCat("{\"id\":", JsonString(item.id), ",\"fen\":", JsonString(item.position.Fen()),
                   ",\"settings\":", JsonString(settings));
  if (item.game != nullptr) {
    absl::StrAppend(&text, ",\"game\":", item.game_number, ",\"ply\":", item.ply,
                    JsonMove("played", item, item.played));
  }
  return text;
}

std::string JsonLine(const Item& item, absl::string_view settings, const Analysis& analysis) {
  std::string text = absl::StrCat(
      JsonHead(item, settings), ",\"depth\":", analysis.depth, ",\"nodes\":", analysis.nodes,
      ",\"score\":", JsonScore(analysis.score), JsonMove("bestmove", item, analysis.best()), ",",
      JsonPv(item, analysis.lines.empty() ? std::vector<board::Move>() : analysis.lines[0].pv));
  if (analysis.lines.size() > 1) {
    absl::StrAppend(&text, ",\"lines\":[",
                    absl::StrJoin(analysis.lines, ",",
                                  [&](std::string* out, const Line& line) {
                                    absl::StrAppend(out, "{\"score\":", JsonScore(line.score), ",",
                                                    JsonPv(item, line.pv), "}");
                                  }),
                    "]");
  }
  if (item.epd != nullptr) absl::StrAppend(&text, JsonEpd(item, analysis.best()));
  return absl::StrCat(text, "}\n");
}

}  // namespace notochord::analyze
