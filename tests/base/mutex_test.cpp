#include "engine/base/mutex.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"

namespace notochord {
namespace {

struct Counter {
  Mutex mutex;
  std::condition_variable changed;
  int value ABSL_GUARDED_BY(mutex) = 0;
};

TEST(MutexTest, LetsOneInAtATime) {
  constexpr int kThreads = 4;
  constexpr int kSteps = 20'000;
  Counter counter;
  {
    std::vector<std::jthread> threads;
    threads.reserve(kThreads);
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&counter] {
        for (int step = 0; step < kSteps; ++step) {
          const MutexLock lock(counter.mutex);
          ++counter.value;
        }
      });
    }
  }
  const MutexLock lock(counter.mutex);
  EXPECT_EQ(counter.value, kThreads * kSteps);
}

TEST(MutexTest, WaitingLetsOthersIn) {
  Counter counter;
  const std::jthread other([&counter] {
    MutexLock lock(counter.mutex);
    counter.value = 1;
    counter.changed.notify_all();
    while (counter.value != 2) lock.Wait(counter.changed);
    counter.value = 3;
    counter.changed.notify_all();
  });
  MutexLock lock(counter.mutex);
  while (counter.value != 1) lock.Wait(counter.changed);
  counter.value = 2;
  counter.changed.notify_all();
  while (counter.value != 3) lock.Wait(counter.changed);
  EXPECT_EQ(counter.value, 3);
}

TEST(MutexTest, AWaitWithATimeEndsWithoutANotice) {
  Counter counter;
  std::atomic<bool> over = false;
  const std::jthread other([&] {
    while (!over) {
      const MutexLock lock(counter.mutex);  // never notifies
      ++counter.value;
    }
  });
  MutexLock lock(counter.mutex);
  const int before = counter.value;
  while (counter.value == before) lock.WaitFor(counter.changed, std::chrono::milliseconds(1));
  EXPECT_GT(counter.value, before);
  over = true;
}

}  // namespace
}  // namespace notochord
