// The few words through which a running search is steered.
//
// Threading: any thread reads and writes; all accesses are relaxed, since nothing else is published
// through them. Read by every worker whenever it polls, written once or twice in a search: they
// share a cache line with nothing that changes more often.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

#include "engine/search/limits.h"

namespace notochord::threads {

class alignas(64) SearchControl {
 public:
  // Before a search, while all workers sleep.
  void Reset(bool pondering) {
    stop_.store(false, std::memory_order_relaxed);
    pondering_.store(pondering, std::memory_order_relaxed);
    deadline_.store(kNever, std::memory_order_relaxed);
  }

  // For workers, which know no more than this flag.
  const std::atomic<bool>& stop_flag() const { return stop_; }
  bool stopped() const { return stop_.load(std::memory_order_relaxed); }
  void Stop() { stop_.store(true, std::memory_order_relaxed); }

  bool pondering() const { return pondering_.load(std::memory_order_relaxed); }
  void EndPondering() { pondering_.store(false, std::memory_order_relaxed); }

  void SetDeadline(search::Clock::time_point deadline) {
    deadline_.store(deadline.time_since_epoch().count(), std::memory_order_relaxed);
  }
  // Reads the clock only where there is a deadline. Every worker asks: when there are more workers
  // than cores, the main one may not run at the moment that matters.
  bool DeadlinePassed() const {
    const search::Clock::rep deadline = deadline_.load(std::memory_order_relaxed);
    return deadline != kNever && search::Clock::now().time_since_epoch().count() >= deadline;
  }

 private:
  static constexpr search::Clock::rep kNever = std::numeric_limits<search::Clock::rep>::max();

  std::atomic<bool> stop_{false};
  std::atomic<bool> pondering_{false};
  std::atomic<search::Clock::rep> deadline_{kNever};
};
static_assert(sizeof(SearchControl) == 64);

}  // namespace notochord::threads
