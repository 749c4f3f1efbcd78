// Turns clock settings into two limits for one move: a soft one, after which no iteration is begun,
// and a hard one, at which the search is cut. The soft limit stretches and shrinks with how settled
// the best move looks. Pure arithmetic on elapsed times: the caller reads the clock.
//
// Threading: belongs to one thread; the limits are fixed at construction.
#pragma once

#include <chrono>
#include <cstddef>

#include "engine/base/types.h"
#include "engine/board/move.h"
#include "engine/search/limits.h"

namespace notochord::search {

using Microseconds = std::chrono::microseconds;

class TimeManager {
 public:
  // No limit.
  TimeManager() = default;
  // `legal_moves`: with one there is nothing to think about.
  TimeManager(const Limits& limits, Color us, Milliseconds move_overhead, std::size_t legal_moves);

  // May another iteration begin? Called after each iteration of the main worker.
  //   best_move, score: of this iteration; node_share: part (0 to 1) of all root nodes that went
  //   into the best move.
  bool MayContinue(Microseconds elapsed, board::Move best_move, int score, double node_share);
  // Must the search stop now?
  bool MustStop(Microseconds elapsed) const { return limited_ && elapsed >= hard_; }

  bool limited() const { return limited_; }
  // Meaningless without a limit. soft() <= hard(), and neither is negative.
  Microseconds soft() const { return soft_; }
  Microseconds hard() const { return hard_; }

 private:
  void SetClockLimits(const Limits& limits, Color us, Milliseconds move_overhead);
  double Scale(board::Move best_move, int score, double node_share);

  bool limited_ = false;  // is there any time limit?
  bool fixed_ = false;    // movetime: use it all
  bool forced_ = false;   // a single legal move
  Microseconds soft_{0};
  Microseconds hard_{0};
  board::Move last_best_;
  int stability_ = 0;  // iterations since the best move changed
  bool has_score_ = false;
  double average_score_ = 0;
};

}  // namespace notochord::search
