// Loops over all cores, with oneTBB. For work on data, off the hot path; searching has its own
// threads.
//
// Threading: what the caller did before is visible to the body, and what the body did is visible to
// the caller afterwards. oneTBB promises that too, but it comes as a library that ThreadSanitizer
// does not see into; here it is said once more with an atomic that it does see.
#pragma once

#include <atomic>
#include <cstddef>

#include "absl/functional/function_ref.h"

namespace notochord {

namespace internal {

using RangeFunction = void (*)(void* context, std::size_t begin, std::size_t end);

// Calls `function` on ranges that cover 0 to count.
void RunRanges(std::size_t count, std::size_t grain, RangeFunction function, void* context);

struct ParallelLoop {
  std::atomic<std::size_t> finished;  // ranges
  absl::FunctionRef<void(std::size_t begin, std::size_t end)> body;

  static void Run(void* context, std::size_t begin, std::size_t end) {
    auto& loop = *static_cast<ParallelLoop*>(context);
    static_cast<void>(loop.finished.load(std::memory_order_acquire));
    loop.body(begin, end);
    loop.finished.fetch_add(1, std::memory_order_release);
  }
};

}  // namespace internal

// Calls `body(begin, end)` on ranges that together cover 0 to `count`, at once and in any order.
// Ranges are not split further once they are no longer than `grain`, which must not be 0.
inline void ParallelFor(std::size_t count, std::size_t grain,
                        absl::FunctionRef<void(std::size_t begin, std::size_t end)> body) {
  internal::ParallelLoop loop{0, body};
  loop.finished.store(0, std::memory_order_release);  // what every range acquires
  internal::RunRanges(count, grain, internal::ParallelLoop::Run, &loop);
  static_cast<void>(loop.finished.load(std::memory_order_acquire));
}

// Calls `body(i)` for each i from 0 to `count`, each worth a task of its own.
inline void ParallelForEach(std::size_t count, absl::FunctionRef<void(std::size_t i)> body) {
  ParallelFor(count, 1, [body](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) body(i);
  });
}

}  // namespace notochord
