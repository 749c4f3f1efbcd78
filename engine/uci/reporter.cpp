#include "engine/uci/reporter.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "engine/base/value.h"
#include "engine/uci/mate_line.h"

namespace notochord::uci {
namespace {

// Moves to try for the lines to mate of one report: a millisecond or so.
constexpr int kMateBudget = 4000;

}  // namespace

std::vector<board::Move> Reporter::LineOf(const search::RootMove& move, int& budget) const {
  std::vector<board::Move> line = PlayableLine(config_.position, move.pv);
  if (IsMate(move.score) && !move.is_lower_bound && !move.is_upper_bound) {
    CompleteMateLine(config_.position, table_, move.score, budget, line);
    line = PlayableLine(config_.position, line);
  }
  ExtendLine(config_.position, table_, line);
  return line;
}

// All lines, each time: a move that has risen would otherwise be on the screen twice, in its new
// place and in the old one.
void Reporter::OnLines(const threads::LinesReport& report) {
  std::string text;
  int ceiling = kInfiniteScore;
  int budget = kMateBudget;
  for (std::size_t i = 0; i < std::min(report.lines, config_.lines); ++i) {
    search::RootMove move = report.moves[i];
    move.score = LatestScore(move);
    // Stopped before the first iteration knew anything about it.
    if (move.score == -kInfiniteScore) break;
    // An unfinished iteration knows of the lines that it has not come to that they are no better
    // than those above.
    if (move.score > ceiling && !move.has_tb_score) {
      move.score = ceiling;
      move.is_upper_bound = true;
    }
    ceiling = move.score;
    const int depth = std::max(1, i < report.settled ? report.depth : report.depth - 1);
    const std::vector<board::Move> line = LineOf(move, budget);
    if (i == 0) last_line_ = line;
    absl::StrAppend(&text, i == 0 ? "" : "\n",
                    FormatLine(config_.position, move, depth, config_.lines > 1 ? i + 1 : 0,
                               report.totals, config_.style, line));
  }
  if (!text.empty()) output_.Write(text);
}

void Reporter::OnCurrentMove(int depth, board::Move move, int number) {
  output_.Write(FormatCurrentMove(depth, move, number, config_.style));
}

void Reporter::OnProgress(const threads::Totals& totals) { output_.Write(FormatProgress(totals)); }

void Reporter::OnFinish(const threads::LinesReport& report) {
  const FormatStyle& style = config_.style;
  if (report.moves.empty()) {
    return output_.Write(
        absl::StrCat(FormatNoMoves(config_.position, style), "\n", FormatBestMove({}, style)));
  }
  const std::size_t chosen =
      config_.blur > 0 ? ChooseLine(report.moves, report.lines, config_.blur, rng_) : 0;
  search::RootMove best = report.moves[chosen];
  best.score = LatestScore(best);
  if (last_line_.empty() || last_line_[0] != best.move) {
    int budget = kMateBudget;
    last_line_ = LineOf(best, budget);
    if (best.score != -kInfiniteScore) {
      output_.Write(FormatLine(config_.position, best, std::max(report.depth, 1),
                               config_.lines > 1 ? 1 : 0, report.totals, style, last_line_));
    }
  }
  output_.Write(FormatBestMove(last_line_, style));
}

}  // namespace notochord::uci
