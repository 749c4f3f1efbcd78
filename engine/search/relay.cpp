#include "engine/search/relay.h"

#include <algorithm>
#include <utility>

namespace notochord::search {

void Relay::Reset() {
  finished_ = 0;
  for (std::atomic<int>& workers : workers_) workers = 0;
  const MutexLock lock(mutex_);
  last_ = {};
}

int Relay::Enter(int max_depth) {
  int depth = std::min(finished_.load(std::memory_order_relaxed) + 1, max_depth);
  const auto workers = [this](int d) { return workers_[static_cast<std::size_t>(d)].load(); };
  if (depth < max_depth && workers(depth) > workers(depth + 1)) ++depth;
  ++workers_[static_cast<std::size_t>(depth)];
  return depth;
}

void Relay::Leave(int depth) { --workers_[static_cast<std::size_t>(depth)]; }

void Relay::Hand(int depth, const RootMoves& moves) {
  if (IsFinished(depth)) return;
  Iteration iteration{depth, std::make_shared<const RootMoves>(moves)};
  const MutexLock lock(mutex_);
  if (IsFinished(depth)) return;
  std::swap(last_, iteration);  // the old one is freed after the lock
  finished_.store(depth, std::memory_order_relaxed);
}

Relay::Iteration Relay::Last() const {
  const MutexLock lock(mutex_);
  return last_;
}

}  // namespace notochord::search
