#include "engine/tt/transposition_table.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include "engine/base/params.h"
#include "engine/base/rng.h"
#include "tests/support/sanitizers.h"

namespace notochord::tt {
namespace {

using board::Move;

// In a table of 1 MiB the upper 14 bits of the key choose the cluster.
constexpr unsigned kClusterShift = 50;
constexpr Key kSomeKey = 0x123456789ABCDEF0ULL;

Key KeyInCluster(std::uint64_t cluster, std::uint64_t n) { return cluster << kClusterShift | n; }

TtData RandomData(Rng& rng) {
  return {.move = Move::FromBits(static_cast<std::uint16_t>(1 + rng.Below(0xFFFF))),
          .score = static_cast<int>(rng.Below(0x10000)) - 0x8000,
          .eval = static_cast<int>(rng.Below(0x10000)) - 0x8000,
          .depth = TranspositionTable::kMinDepth + static_cast<int>(rng.Below(255)),
          .bound = static_cast<Bound>(rng.Below(4)),
          .pv = rng.Below(2) != 0};
}

TtData WithDepth(int depth, Bound bound = Bound::kLower) {
  return {.move = Move(Square::kE2, Square::kE4), .score = depth, .depth = depth, .bound = bound};
}

TEST(TranspositionTableTest, EmptyTableHasNothing) {
  const TranspositionTable table;
  EXPECT_EQ(table.SizeInMebibytes(), 1U);
  EXPECT_EQ(table.HashFull(), 0);
  Rng rng(1);
  EXPECT_FALSE(table.Probe(0).hit);
  EXPECT_FALSE(table.Probe(~Key{0}).hit);
  for (int i = 0; i < 10000; ++i) EXPECT_FALSE(table.Probe(rng.Next()).hit);
}

TEST(TranspositionTableTest, AllFieldsComeBack) {
  TranspositionTable table;
  Rng rng(2);
  for (int i = 0; i < 100000; ++i) {
    const Key key = i == 0 ? 0 : i == 1 ? ~Key{0} : rng.Next();
    if (i % 1000 == 0) table.NewSearch();
    const TtData data = RandomData(rng);
    table.Store(key, data);
    const TranspositionTable::ProbeResult result = table.Probe(key);
    ASSERT_TRUE(result.hit);
    ASSERT_EQ(result.data, data);
  }
}

TEST(TranspositionTableTest, ExtremesComeBack) {
  TranspositionTable table;
  Key key = 0;
  for (const int value : {-32768, -1, 0, 1, 32767}) {
    for (const int depth : {TranspositionTable::kMinDepth, -1, 0, TranspositionTable::kMaxDepth}) {
      for (const std::uint16_t move : {std::uint16_t{0}, std::uint16_t{1}, std::uint16_t{0xFFFF}}) {
        const TtData data = {.move = Move::FromBits(move),
                             .score = value,
                             .eval = -1 - value,
                             .depth = depth,
                             .bound = Bound::kNone,
                             .pv = false};
        table.Store(key += 0x0123456789ABCDEFULL, data);
        ASSERT_TRUE(table.Probe(key).hit);
        ASSERT_EQ(table.Probe(key).data, data);
      }
    }
  }
}

// Nothing but the lowest depth is still an entry, not an empty place.
TEST(TranspositionTableTest, AnEntryWithoutAnythingComesBack) {
  TranspositionTable table;
  const TtData nothing = {.depth = TranspositionTable::kMinDepth};
  table.Store(kSomeKey, nothing);
  ASSERT_TRUE(table.Probe(kSomeKey).hit);
  EXPECT_EQ(table.Probe(kSomeKey).data, nothing);
}

TEST(TranspositionTableTest, DepthsOutsideTheRangeAreClamped) {
  TranspositionTable table;
  table.Store(kSomeKey, WithDepth(TranspositionTable::kMaxDepth + 100));
  EXPECT_EQ(table.Probe(kSomeKey).data.depth, TranspositionTable::kMaxDepth);
  table.Store(~kSomeKey, WithDepth(TranspositionTable::kMinDepth - 100));
  EXPECT_EQ(table.Probe(~kSomeKey).data.depth, TranspositionTable::kMinDepth);
}

TEST(TranspositionTableTest, EveryBitOfTheKeyCounts) {
  TranspositionTable table;
  Rng rng(3);
  for (int i = 0; i < 1000; ++i) {
    const Key key = rng.Next();
    table.Clear();
    table.Store(key, RandomData(rng));
    ASSERT_TRUE(table.Probe(key).hit);
    for (unsigned bit = 0; bit < 64; ++bit) ASSERT_FALSE(table.Probe(key ^ Key{1} << bit).hit);
  }
}

TEST(TranspositionTableTest, ManyPositionsInFewClustersAreNeverMixedUp) {
  TranspositionTable table;
  Rng rng(4);
  constexpr std::size_t kKeys = 200;
  std::vector<TtData> last(kKeys);
  std::vector<bool> stored(kKeys, false);
  const auto key_of = [](std::size_t i) { return KeyInCluster(i % 4 * 1000, i + 1); };
  for (int i = 0; i < 20000; ++i) {
    const std::size_t n = rng.Below(kKeys);
    // Exact, so that it is always written.
    last[n] = RandomData(rng);
    last[n].bound = Bound::kExact;
    stored[n] = true;
    table.Store(key_of(n), last[n]);
    ASSERT_EQ(table.Probe(key_of(n)).data, last[n]);
    const std::size_t other = rng.Below(kKeys);
    const TranspositionTable::ProbeResult result = table.Probe(key_of(other));
    if (result.hit) {
      ASSERT_TRUE(stored[other]);
      ASSERT_EQ(result.data, last[other]);
    }
  }
  int found = 0;
  for (std::size_t n = 0; n < kKeys; ++n) found += table.Probe(key_of(n)).hit ? 1 : 0;
  EXPECT_EQ(found, 16);
}

TEST(TranspositionTableTest, ClusterKeepsTheDeepestOfThisSearch) {
  TranspositionTable table;
  for (int depth = 1; depth <= 4; ++depth) {
    table.Store(KeyInCluster(7, static_cast<std::uint64_t>(depth)), WithDepth(depth));
  }
  table.Store(KeyInCluster(7, 100), WithDepth(3));
  EXPECT_FALSE(table.Probe(KeyInCluster(7, 1)).hit);
  for (const std::uint64_t n : {2U, 3U, 4U, 100U})
    EXPECT_TRUE(table.Probe(KeyInCluster(7, n)).hit) << n;
  // The neighbours are other clusters.
  EXPECT_FALSE(table.Probe(KeyInCluster(8, 2)).hit);
}

TEST(TranspositionTableTest, ExactEntriesOutliveBoundsOfTheirDepth) {
  TranspositionTable table;
  for (std::uint64_t n = 0; n < 4; ++n) {
    table.Store(KeyInCluster(7, n), WithDepth(5, n == 0 ? Bound::kExact : Bound::kUpper));
  }
  for (std::uint64_t n = 10; n < 30; ++n) table.Store(KeyInCluster(7, n), WithDepth(5));
  EXPECT_TRUE(table.Probe(KeyInCluster(7, 0)).hit);
}

TEST(TranspositionTableTest, OldEntriesGiveWayToShallowerOnes) {
  TranspositionTable table;
  const int old_depth = 10;
  for (std::uint64_t n = 0; n < 4; ++n) {
    // One of them is from the present search, and shallower.
    if (n == 3) {
      for (int i = 0; i < old_depth; ++i) table.NewSearch();
    }
    table.Store(KeyInCluster(7, n), WithDepth(n == 3 ? 1 : old_depth));
  }
  static_assert(params::kTtAgeWeight >= 1);
  for (std::uint64_t n = 10; n < 13; ++n) table.Store(KeyInCluster(7, n), WithDepth(1));
  EXPECT_TRUE(table.Probe(KeyInCluster(7, 3)).hit);
  for (std::uint64_t n = 0; n < 3; ++n) EXPECT_FALSE(table.Probe(KeyInCluster(7, n)).hit) << n;
}

TEST(TranspositionTableTest, TheOldestOfOldEntriesGivesWay) {
  for (int start = 0; start < 40; ++start) {
    TranspositionTable table;
    for (int i = 0; i < start; ++i) table.NewSearch();
    for (std::uint64_t n = 0; n < 4; ++n) {
      table.Store(KeyInCluster(7, n), WithDepth(5));
      table.NewSearch();
    }
    for (std::uint64_t n = 0; n < 4; ++n) {
      table.Store(KeyInCluster(7, 4 + n), WithDepth(5));
      for (std::uint64_t m = 0; m < 4; ++m) {
        EXPECT_EQ(table.Probe(KeyInCluster(7, m)).hit, m > n) << start << ' ' << m;
      }
    }
  }
}

TEST(TranspositionTableTest, AgesAreRightWhenTheGenerationWraps) {
  for (int start = 0; start < 40; ++start) {
    TranspositionTable table;
    for (int i = 0; i < start; ++i) table.NewSearch();
    table.Store(KeyInCluster(7, 0), WithDepth(5));
    table.NewSearch();
    for (std::uint64_t n = 1; n < 4; ++n) table.Store(KeyInCluster(7, n), WithDepth(5));
    table.Store(KeyInCluster(7, 4), WithDepth(5));
    EXPECT_FALSE(table.Probe(KeyInCluster(7, 0)).hit) << start;
    for (std::uint64_t n = 1; n <= 4; ++n) EXPECT_TRUE(table.Probe(KeyInCluster(7, n)).hit);
  }
}

TEST(TranspositionTableTest, EverySearchKnowsItsOwnEntries) {
  TranspositionTable table;
  const Key key = KeyInCluster(7, 1);  // among those that HashFull counts
  for (int search = 0; search < 100; ++search) {
    EXPECT_EQ(table.HashFull(), 0) << search;
    table.Store(key, WithDepth(20));
    EXPECT_EQ(table.HashFull(), 1) << search;
    table.Store(key, WithDepth(20 - params::kTtKeepMargin - 1));
    EXPECT_EQ(table.Probe(key).data, WithDepth(20)) << search;
    table.NewSearch();
  }
}

TEST(TranspositionTableTest, MoveIsKeptWhereThereIsNoBetter) {
  TranspositionTable table;
  const Move move(Square::kG1, Square::kF3);
  table.Store(kSomeKey, {.move = move, .score = 1, .depth = 5, .bound = Bound::kLower});
  table.Store(kSomeKey, {.score = 2, .depth = 6, .bound = Bound::kUpper});
  EXPECT_EQ(table.Probe(kSomeKey).data.score, 2);
  EXPECT_EQ(table.Probe(kSomeKey).data.move, move);
  // Not from another position.
  table.Clear();
  for (std::uint64_t n = 0; n < 4; ++n) table.Store(KeyInCluster(7, n), WithDepth(5));
  table.Store(KeyInCluster(7, 9), {.depth = 6, .bound = Bound::kUpper});
  ASSERT_TRUE(table.Probe(KeyInCluster(7, 9)).hit);
  EXPECT_FALSE(table.Probe(KeyInCluster(7, 9)).data.move);
}

TEST(TranspositionTableTest, MuchShallowerDataDoesNotReplaceThePosition) {
  TranspositionTable table;
  const int deep = 20;
  const int shallow = deep - params::kTtKeepMargin - 1;
  const TtData old = WithDepth(deep, Bound::kExact);
  table.Store(kSomeKey, old);
  table.Store(kSomeKey, WithDepth(shallow));
  EXPECT_EQ(table.Probe(kSomeKey).data, old);
  // PV nodes count for more, exact scores always, and so does what is little shallower.
  TtData pv = WithDepth(deep - params::kTtKeepMargin - params::kTtPvBonus);
  pv.pv = true;
  for (const TtData& data :
       {pv, WithDepth(0, Bound::kExact), WithDepth(deep - params::kTtKeepMargin)}) {
    table.Clear();
    table.Store(kSomeKey, old);
    table.Store(kSomeKey, data);
    EXPECT_EQ(table.Probe(kSomeKey).data, data);
  }
  // So does everything in a later search.
  table.Clear();
  table.Store(kSomeKey, old);
  table.NewSearch();
  table.Store(kSomeKey, WithDepth(shallow));
  EXPECT_EQ(table.Probe(kSomeKey).data, WithDepth(shallow));
}

TEST(TranspositionTableTest, KeptEntryTakesTheMoveThatItLacks) {
  TranspositionTable table;
  TtData old = WithDepth(20, Bound::kUpper);
  old.move = Move();
  table.Store(kSomeKey, old);
  table.Store(kSomeKey, WithDepth(1));
  old.move = WithDepth(1).move;
  EXPECT_EQ(table.Probe(kSomeKey).data, old);
}

TEST(TranspositionTableTest, HashFullCountsThisSearchOnly) {
  TranspositionTable table;
  Rng rng(5);
  constexpr int kEntries = (1 << 20) / 16;
  for (int i = 0; i < kEntries / 10; ++i) table.Store(rng.Next(), WithDepth(3));
  EXPECT_NEAR(table.HashFull(), 100, 40);
  for (int i = 0; i < 10 * kEntries; ++i) table.Store(rng.Next(), WithDepth(3));
  EXPECT_GE(table.HashFull(), 990);
  table.NewSearch();
  EXPECT_EQ(table.HashFull(), 0);
  for (int i = 0; i < kEntries / 10; ++i) table.Store(rng.Next(), WithDepth(3));
  EXPECT_NEAR(table.HashFull(), 100, 40);
  table.Clear();
  EXPECT_EQ(table.HashFull(), 0);
}

TEST(TranspositionTableTest, PrefetchChangesNothing) {
  TranspositionTable table;
  Rng rng(6);
  table.Store(kSomeKey, WithDepth(3));
  table.Prefetch(0);
  table.Prefetch(~Key{0});
  for (int i = 0; i < 1000; ++i) table.Prefetch(rng.Next());
  EXPECT_EQ(table.Probe(kSomeKey).data, WithDepth(3));
}

TEST(TranspositionTableTest, ClearForgets) {
  TranspositionTable table;
  ASSERT_TRUE(table.Resize(33).ok());
  Rng rng(7);
  std::vector<Key> keys(100000);
  for (Key& key : keys) table.Store(key = rng.Next(), RandomData(rng));
  table.Clear();
  for (const Key key : keys) ASSERT_FALSE(table.Probe(key).hit);
}

// Keys from end to end of the table are all kept.
TEST(TranspositionTableTest, EverySizeUpToHundredMebibytes) {
  // ThreadSanitizer's shadow of so much memory takes minutes.
  constexpr std::size_t kStep = test::kThreadSanitizer ? 11 : 1;
  TranspositionTable table;
  for (std::size_t mebibytes = 1; mebibytes <= 100; mebibytes += kStep) {
    ASSERT_TRUE(table.Resize(mebibytes).ok());
    ASSERT_EQ(table.SizeInMebibytes(), mebibytes);
    ASSERT_EQ(table.HashFull(), 0);
    constexpr Key kKeys = 4096;
    constexpr Key kKeyStep = ~Key{0} / (kKeys - 1);
    const auto data_of = [](Key n) { return WithDepth(static_cast<int>(n % 200)); };
    for (Key n = 0; n < kKeys; ++n) table.Store(n * kKeyStep, data_of(n));
    table.Store(~Key{0}, WithDepth(77, Bound::kExact));
    for (Key n = 0; n + 1 < kKeys; ++n) {
      ASSERT_TRUE(table.Probe(n * kKeyStep).hit) << mebibytes << ' ' << n;
      ASSERT_EQ(table.Probe(n * kKeyStep).data, data_of(n));
    }
    ASSERT_EQ(table.Probe(~Key{0}).data, WithDepth(77, Bound::kExact));
  }
}

// As many random positions as there are entries: a good index loses few of them to full clusters,
// whether the size is a power of two or not.
TEST(TranspositionTableTest, IndexIsUniformForAnySize) {
  for (const std::size_t mebibytes : {1U, 3U, 7U, 8U}) {
    TranspositionTable table;
    ASSERT_TRUE(table.Resize(mebibytes).ok());
    const std::size_t entries = (mebibytes << 20) / 16;
    Rng store(8);
    for (std::size_t i = 0; i < entries; ++i) table.Store(store.Next(), WithDepth(1));
    Rng probe(8);
    std::size_t found = 0;
    for (std::size_t i = 0; i < entries; ++i) found += table.Probe(probe.Next()).hit ? 1 : 0;
    // Poisson with mean 4 cut at 4: 80.5 % of the entries are filled.
    EXPECT_NEAR(static_cast<double>(found) / static_cast<double>(entries), 0.805, 0.01);
  }
}

TEST(TranspositionTableTest, RefusedSizesLeaveTheTableAsItIs) {
  TranspositionTable table;
  ASSERT_TRUE(table.Resize(3).ok());
  table.Store(kSomeKey, WithDepth(9));
  const auto physical =
      static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES) / 1024 * sysconf(_SC_PAGESIZE) / 1024);
  constexpr std::size_t kMax = std::numeric_limits<std::size_t>::max();
  for (const std::size_t mebibytes :
       {std::size_t{0}, physical + 1024, 100 * physical, kMax >> 20, (kMax >> 20) + 2, kMax}) {
    const absl::Status status = table.Resize(mebibytes);
    EXPECT_FALSE(status.ok()) << mebibytes;
    EXPECT_FALSE(status.message().empty());
    EXPECT_EQ(table.SizeInMebibytes(), 3U);
    EXPECT_EQ(table.Probe(kSomeKey).data, WithDepth(9));
  }
}

// The system itself says no, within what the machine has. Ends the process: 0 where all is right.
[[noreturn]] void ResizeInALittleAddressSpace() {
  TranspositionTable table;
  table.Store(kSomeKey, WithDepth(9));
  const rlimit limit{256 << 20, 256 << 20};
  const bool limited = setrlimit(RLIMIT_AS, &limit) == 0;
  const bool refused = !table.Resize(512).ok();
  const bool stays = table.SizeInMebibytes() == 1 && table.Probe(kSomeKey).hit;
  std::_Exit(limited && refused && stays ? 0 : 1);
}

TEST(TranspositionTableDeathTest, AddressSpaceLimitIsAnErrorNotACrash) {
  if (test::kAddressSanitizer || test::kThreadSanitizer) {
    GTEST_SKIP() << "sanitizers need the address space for themselves";
  }
  EXPECT_EXIT(ResizeInALittleAddressSpace(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace notochord::tt
