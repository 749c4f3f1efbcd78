// A counter with one writer and any readers: the writer pays for a plain increment, readers see a
// recent value. On a cache line of its own.
#pragma once

#include <atomic>
#include <cstdint>

namespace notochord {

class alignas(64) RelaxedCounter {
 public:
  void Increment() { Set(Get() + 1); }
  void Set(std::uint64_t value) { value_.store(value, std::memory_order_relaxed); }
  std::uint64_t Get() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};
static_assert(sizeof(RelaxedCounter) == 64);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

}  // namespace notochord
