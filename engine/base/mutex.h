// A mutex and its guard, with the annotations by which Clang (-Wthread-safety) checks that what is
// ABSL_GUARDED_BY it is touched under it only. std::mutex has none; absl::Mutex has them, but a
// packaged Abseil does not tell ThreadSanitizer what it does.
//
//   Mutex mutex_;
//   std::condition_variable changed_;
//   int busy_ ABSL_GUARDED_BY(mutex_) = 0;
//   ...
//   MutexLock lock(mutex_);
//   while (busy_ != 0) lock.Wait(changed_);
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "absl/base/thread_annotations.h"

namespace notochord {

class ABSL_LOCKABLE Mutex {
  friend class MutexLock;
  std::mutex mutex_;
};

// Holds a mutex as long as it lives.
class ABSL_SCOPED_LOCKABLE MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) ABSL_EXCLUSIVE_LOCK_FUNCTION(mutex) : lock_(mutex.mutex_) {}
  ~MutexLock() ABSL_UNLOCK_FUNCTION() = default;
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

  // Without the mutex while they sleep. They may wake for no reason: call them in a loop.
  void Wait(std::condition_variable& condition) { condition.wait(lock_); }
  void WaitFor(std::condition_variable& condition, std::chrono::milliseconds time) {
    condition.wait_for(lock_, time);
  }

 private:
  std::unique_lock<std::mutex> lock_;
};

}  // namespace notochord
