#include "threads/search_monitor.h"

#include <algorithm>
#include <utility>

#include "engine/base/value.h"

namespace notochord::threads {
namespace {

// Part of all root nodes that went into the best move.
double NodeShare(const search::RootMoves& moves) {
  std::uint64_t all = 0;
  for (const search::RootMove& move : moves) all += move.nodes;
  return all == 0 ? 1.0 : static_cast<double>(moves[0].nodes) / static_cast<double>(all);
}

}  // namespace

SearchMonitor::SearchMonitor(Config config, SearchControl& control, Listener& listener)
    : config_(std::move(config)), control_(control), listener_(listener) {}

search::Microseconds SearchMonitor::Elapsed() const {
  return std::chrono::duration_cast<search::Microseconds>(search::Clock::now() - config_.start);
}

Totals SearchMonitor::CurrentTotals() const {
  Totals totals = config_.totals();
  totals.elapsed = Elapsed();
  totals.hash_full = config_.hash_full();
  return totals;
}

bool SearchMonitor::ShouldStop() {
  if (control_.DeadlinePassed()) control_.Stop();
  const std::uint64_t max_nodes = config_.limits.nodes;
  if (max_nodes > 0 && !config_.lone && !control_.pondering() &&
      config_.totals().nodes >= max_nodes) {
    control_.Stop();
  }
  if (control_.stopped()) return true;
  const search::Microseconds elapsed = Elapsed();
  if (elapsed >= kQuietTime && elapsed - last_report_ >= kProgressInterval) {
    last_report_ = elapsed;
    listener_.OnProgress(CurrentTotals());
  }
  return false;
}

void SearchMonitor::Report(const search::IterationReport& report) {
  const Totals totals = CurrentTotals();
  last_report_ = totals.elapsed;
  listener_.OnLines({report.moves, report.lines, report.line + 1, report.depth, totals});
}

void SearchMonitor::OnLine(const search::IterationReport& report) {
  const search::Microseconds elapsed = Elapsed();
  const search::Milliseconds interval = kLineInterval * static_cast<int>(report.lines);
  if (report.complete || elapsed < kQuietTime || elapsed - last_report_ < interval) return;
  Report(report);
}

// With several lines, every iteration is worth its report.
bool SearchMonitor::IsTooSoon(const search::IterationReport& report) const {
  const search::Microseconds elapsed = Elapsed();
  const int max_depth = config_.limits.depth > 0 ? config_.limits.depth : kMaxPly - 1;
  return report.lines == 1 && report.depth < max_depth && elapsed >= kQuietTime &&
         elapsed - last_report_ < kIterationInterval;
}

bool SearchMonitor::OnIteration(const search::IterationReport& report) {
  const search::RootMove& best = report.moves[0];
  bool go_on = config_.time.MayContinue(Elapsed(), best.move, best.score, NodeShare(report.moves));
  if (IsMateFound(best) || IsMateRefuted(report.depth)) go_on = false;
  const bool is_last = !go_on && !control_.pondering();
  up_to_date_ = is_last || !IsTooSoon(report);
  if (up_to_date_) Report(report);
  if (!go_on && control_.pondering()) {
    config_.done_pondering();
    return true;
  }
  return go_on;
}

// What the worker has in hand is not what was reported, unless it stops here.
bool SearchMonitor::OnOtherIteration(const search::IterationReport& report) {
  const bool go_on = OnIteration(report);
  if (go_on) up_to_date_ = false;
  return go_on;
}

bool SearchMonitor::IsMateFound(const search::RootMove& best) const {
  const int plies = kMateScore - best.score;
  return config_.limits.mate > 0 && best.score >= kMateInMaxPly &&
         plies <= 2 * config_.limits.mate - 1;
}

bool SearchMonitor::IsMateRefuted(int depth) const {
  return config_.limits.mate > 0 && depth >= 2 * config_.limits.mate - 1;
}

void SearchMonitor::OnRootMove(int depth, board::Move move, int number) {
  up_to_date_ = false;
  const search::Microseconds elapsed = Elapsed();
  if (elapsed < kQuietTime || elapsed - last_move_ < kMoveInterval) return;
  last_move_ = elapsed;
  listener_.OnCurrentMove(depth, move, number);
}

}  // namespace notochord::threads
