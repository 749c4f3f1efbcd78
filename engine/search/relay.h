// What the workers of one search tell each other about iterations. Whoever finishes a depth first
// hands its root moves over, and all others that work at this depth or a lower one drop it and go
// on from there; and no depth has all of the workers, so that what one of them leaves in the table
// is a ply deeper than what the other is looking for.
//
// Threading: Reset between searches; everything else from any worker at any time. The lock
// covers one pointer, so that nobody waits for the copying of another worker's moves.
#pragma once

#include <array>
#include <atomic>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "engine/base/mutex.h"
#include "engine/base/value.h"
#include "engine/search/root_moves.h"

namespace notochord::search {

class Relay {
 public:
  struct Iteration {
    int depth = 0;  // 0: nobody has finished one
    std::shared_ptr<const RootMoves> moves;
  };

  void Reset();

  // The depth that a worker should search next, at most `max_depth`; it counts as working there
  // until it calls Leave.
  int Enter(int max_depth);
  void Leave(int depth);

  bool IsFinished(int depth) const { return finished_.load(std::memory_order_relaxed) >= depth; }
  // The depth is done. Ignored where another worker was faster.
  void Hand(int depth, const RootMoves& moves);
  // The deepest iteration that somebody has handed over.
  Iteration Last() const;

 private:
  // Read by every worker at every node, written once in an iteration: it has a cache line to
  // itself.
  alignas(64) std::atomic<int> finished_ = 0;
  alignas(64) std::array<std::atomic<int>, kMaxPly + 1> workers_{};  // [depth]
  mutable Mutex mutex_;
  Iteration last_ ABSL_GUARDED_BY(mutex_);
};
static_assert(alignof(Relay) == 64);

}  // namespace notochord::search
