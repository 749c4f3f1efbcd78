#include "engine/base/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <vector>

namespace notochord {
namespace {

// Plain integers: ThreadSanitizer would tell if the loop did not order the accesses.
TEST(ParallelForTest, CoversEveryIndexOnce) {
  for (const std::size_t count : {0U, 1U, 2U, 63U, 1000U, 100003U}) {
    for (const std::size_t grain : {1U, 7U, 1000U, 1000000U}) {
      std::vector<int> visits(count, 0);
      ParallelFor(count, grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i != end; ++i) ++visits[i];
      });
      ASSERT_EQ(visits, std::vector<int>(count, 1)) << count << ' ' << grain;
    }
  }
}

TEST(ParallelForTest, OneGrainIsOneRangeAndNothingIsNone) {
  std::atomic<int> ranges = 0;
  ParallelFor(100, 100, [&](std::size_t begin, std::size_t end) {
    EXPECT_EQ(begin, 0U);
    EXPECT_EQ(end, 100U);
    ++ranges;
  });
  EXPECT_EQ(ranges, 1);
  ParallelFor(0, 1, [&](std::size_t, std::size_t) { ++ranges; });
  EXPECT_EQ(ranges, 1);
}

TEST(ParallelForTest, LoopsSeeWhatEarlierLoopsDid) {
  std::vector<std::size_t> values(10000, 0);
  for (std::size_t round = 0; round < 50; ++round) {
    std::vector<std::size_t> next(values.size());
    ParallelFor(values.size(), 16, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i != end; ++i) next[i] = values[values.size() - 1 - i] + 1;
    });
    values = next;
  }
  EXPECT_EQ(values, std::vector<std::size_t>(values.size(), 50));
}

TEST(ParallelForEachTest, VisitsEachIndexOnce) {
  for (const std::size_t count : {0U, 1U, 7U, 1000U}) {
    std::vector<int> visits(count);
    ParallelForEach(count, [&](std::size_t i) { ++visits[i]; });
    EXPECT_EQ(std::count(visits.begin(), visits.end(), 1), static_cast<int>(count));
  }
}

}  // namespace
}  // namespace notochord
