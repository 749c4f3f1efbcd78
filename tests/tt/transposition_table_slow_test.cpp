// Tables of several GiB: more bytes than 32 bits can count.
#include <gtest/gtest.h>

#include "engine/base/large_memory.h"
#include "engine/base/rng.h"
#include "engine/tt/transposition_table.h"
#include "tests/support/sanitizers.h"

namespace notochord::tt {
namespace {

TEST(TranspositionTableSlowTest, SeveralGibibytes) {
  if (test::kThreadSanitizer) GTEST_SKIP() << "the sanitizer's shadow would be far bigger still";
  constexpr std::size_t kMebibytes = 5 * 1024 + 1;
  if (AvailableMemory() >> 20 < kMebibytes + 1024) {
    GTEST_SKIP() << "this machine has no " << kMebibytes << " MiB to spare";
  }
  TranspositionTable table;
  ASSERT_TRUE(table.Resize(kMebibytes).ok());
  EXPECT_EQ(table.SizeInMebibytes(), kMebibytes);

  constexpr int kPositions = 2'000'000;
  const auto data_of = [](int i) {
    return TtData{
        .score = i % 30000, .eval = -(i % 29989), .depth = i % 100, .bound = Bound::kLower};
  };
  Rng store(1);
  for (int i = 0; i < kPositions; ++i) table.Store(store.Next(), data_of(i));
  Rng probe(1);
  for (int i = 0; i < kPositions; ++i) {
    const TranspositionTable::ProbeResult result = table.Probe(probe.Next());
    ASSERT_TRUE(result.hit);
    ASSERT_EQ(result.data, data_of(i));
  }
  // Down again, and what was there is gone.
  ASSERT_TRUE(table.Resize(1).ok());
  EXPECT_FALSE(table.Probe(Rng(1).Next()).hit);
}

}  // namespace
}  // namespace notochord::tt
