#include "engine/uci/format.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "engine/base/value.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/uci/wdl.h"

namespace notochord::uci {
namespace {

bool IsGameOver(const board::Position& position) {
  return !board::HasLegalMove(position) || position.IsDrawnByRule();
}

// "nodes ... nps ... hashfull ... tbhits ... time ..."
std::string FormatTotals(const threads::Totals& totals) {
  const auto micros = static_cast<std::uint64_t>(std::max<std::int64_t>(totals.elapsed.count(), 1));
  const double nps = static_cast<double>(totals.nodes) * 1e6 / static_cast<double>(micros);
  return absl::StrCat("nodes ", totals.nodes, " nps ", static_cast<std::uint64_t>(nps),
                      " hashfull ", totals.hash_full, " tbhits ", totals.tb_hits, " time ",
                      micros / 1000);
}

}  // namespace

std::string FormatScore(int score) {
  const std::optional<int> mate = MovesToMate(score);
  return mate ? absl::StrCat("mate ", *mate) : absl::StrCat("cp ", score);
}

int LatestScore(const search::RootMove& move) {
  return move.score != -kInfiniteScore ? move.score : move.previous_score;
}

std::vector<board::Move> PlayableLine(const board::Position& position,
                                      const std::vector<board::Move>& line) {
  board::Position walk = position;
  std::vector<board::Move> playable;
  for (const board::Move move : line) {
    if (!walk.IsPseudoLegal(move) || !walk.IsLegal(move)) break;
    walk.Make(move);
    playable.push_back(move);
    if (IsGameOver(walk)) break;
  }
  return playable;
}

void ExtendLine(const board::Position& position, const tt::TranspositionTable& table,
                std::vector<board::Move>& line) {
  if (line.size() != 1) return;
  board::Position after = position;
  after.Make(line[0]);
  if (IsGameOver(after)) return;
  const tt::TranspositionTable::ProbeResult probe = table.Probe(after.key());
  const board::Move reply = probe.data.move;
  if (probe.hit && reply && after.IsPseudoLegal(reply) && after.IsLegal(reply)) {
    line.push_back(reply);
  }
}

std::string FormatLine(const board::Position& position, const search::RootMove& move, int depth,
                       std::size_t number, const threads::Totals& totals, const FormatStyle& style,
                       const std::vector<board::Move>& line) {
  // A mate that the search has found is more than the tables know, unless they know better.
  const bool mate = IsMate(move.score) && (move.score > 0) == (move.tb_score > 0);
  const bool by_table = move.has_tb_score && (move.tb_score == 0 || !mate);
  const int score = by_table ? move.tb_score : move.score;
  std::string text = absl::StrCat("info depth ", depth, " seldepth ", std::max(move.sel_depth, 1));
  if (number > 0) absl::StrAppend(&text, " multipv ", number);
  absl::StrAppend(&text, " score ", FormatScore(score));
  if (move.is_lower_bound && !by_table) absl::StrAppend(&text, " lowerbound");
  if (move.is_upper_bound && !by_table) absl::StrAppend(&text, " upperbound");
  if (style.show_wdl) absl::StrAppend(&text, " ", FormatWdl(score, position));
  absl::StrAppend(&text, " ", FormatTotals(totals), " pv");
  for (const board::Move m : line) absl::StrAppend(&text, " ", board::ToUci(m, style.chess960));
  return text;
}

std::string FormatNoMoves(const board::Position& position, const FormatStyle& style) {
  const int score = position.InCheck() ? MatedIn(0) : 0;
  std::string text = absl::StrCat("info depth 0 score ", FormatScore(score));
  if (style.show_wdl) absl::StrAppend(&text, " ", FormatWdl(score, position));
  return text;
}

std::string FormatProgress(const threads::Totals& totals) {
  return absl::StrCat("info ", FormatTotals(totals));
}

std::string FormatCurrentMove(int depth, board::Move move, int number, const FormatStyle& style) {
  return absl::StrCat("info depth ", depth, " currmove ", board::ToUci(move, style.chess960),
                      " currmovenumber ", number);
}

std::string FormatBestMove(const std::vector<board::Move>& line, const FormatStyle& style) {
  if (line.empty()) return "bestmove 0000";
  std::string text = absl::StrCat("bestmove ", board::ToUci(line[0], style.chess960));
  if (line.size() > 1) absl::StrAppend(&text, " ponder ", board::ToUci(line[1], style.chess960));
  return text;
}

}  // namespace notochord::uci
