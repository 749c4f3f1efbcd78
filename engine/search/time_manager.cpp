#include "engine/search/time_manager.h"

#include <algorithm>

#include "engine/base/params.h"

namespace notochord::search {
namespace {

// Tunable factors are integers in hundredths.
constexpr double Percent(int value) { return value / 100.0; }

Microseconds Portion(Microseconds time, double part) {
  return Microseconds(static_cast<Microseconds::rep>(static_cast<double>(time.count()) * part));
}

// A busy machine may wake a thread some milliseconds late, and a virtual one may stand still for
// tens of them. So much of the clock stays untouched, as far as increments can keep it up.
Microseconds Reserve(Microseconds increment) {
  return std::min<Microseconds>(Milliseconds(15) + 10 * increment, Milliseconds(60));
}

}  // namespace

TimeManager::TimeManager(const Limits& limits, Color us, Milliseconds move_overhead,
                         std::size_t legal_moves) {
  if (limits.infinite || !limits.UsesClock()) return;
  limited_ = true;
  if (limits.has_clock) {
    SetClockLimits(limits, us, move_overhead);
    forced_ = legal_moves == 1;
  }
  if (limits.move_time.count() > 0) {
    const Microseconds all = std::max(limits.move_time - move_overhead, Milliseconds(1));
    fixed_ = !limits.has_clock;
    hard_ = fixed_ ? all : std::min(all, hard_);
    soft_ = fixed_ ? all : std::min(soft_, hard_);
  }
}

void TimeManager::SetClockLimits(const Limits& limits, Color us, Milliseconds move_overhead) {
  // What may be spent at all. With nothing left, the first iteration must do.
  const Microseconds left = std::max(limits.time[us] - move_overhead, Milliseconds(0));
  const Microseconds increment = std::max(limits.increment[us], Milliseconds(0));
  const Microseconds usable = std::max<Microseconds>(left - Reserve(increment), left / 8);
  // One more than the moves to go: the last one before the next control must not fail by a whisker.
  const int horizon = limits.moves_to_go > 0
                          ? std::min(limits.moves_to_go, params::kTimeHorizon - 1) + 1
                          : params::kTimeSuddenDeathHorizon;
  const Microseconds share =
      usable / horizon + Portion(increment, Percent(params::kTimeIncrementShare));
  hard_ = std::min(Portion(share, Percent(params::kTimeHardFactor)),
                   Portion(usable, Percent(params::kTimeHardShare)));
  soft_ = std::min(share, hard_);
}

bool TimeManager::MayContinue(Microseconds elapsed, board::Move best_move, int score,
                              double node_share) {
  const double scale = Scale(best_move, score, node_share);
  if (!limited_) return true;
  if (fixed_) return elapsed < hard_;
  if (forced_) return false;
  return elapsed < std::min(Portion(soft_, scale), hard_);
}

double TimeManager::Scale(board::Move best_move, int score, double node_share) {
  stability_ = best_move == last_best_ ? stability_ + 1 : 0;
  last_best_ = best_move;
  if (!has_score_) average_score_ = score;
  has_score_ = true;

  const double unsettled =
      std::max(Percent(params::kTimeStabilityBase - params::kTimeStabilityStep * stability_),
               Percent(params::kTimeStabilityMin));
  const double drop = std::clamp(average_score_ - score, -params::kTimeScoreRange * 1.0,
                                 params::kTimeScoreRange * 1.0);
  const double worried = 1.0 + Percent(params::kTimeScoreWeight) * drop / params::kTimeScoreRange;
  const double contested = Percent(params::kTimeNodesBase) -
                           Percent(params::kTimeNodesWeight) * std::clamp(node_share, 0.0, 1.0);
  average_score_ += (score - average_score_) / 4;
  return unsettled * worried * contested;
}

}  // namespace notochord::search
