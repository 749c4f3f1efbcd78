// Many threads on few entries. All data are functions of the key and the depth, so that any mixture
// of two writes that passed for an entry would be noticed.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "engine/base/rng.h"
#include "engine/tt/transposition_table.h"
#include "tests/support/sanitizers.h"

namespace notochord::tt {
namespace {

// Eight positions that fight for the four entries of one cluster.
constexpr std::size_t kKeys = 8;
constexpr std::size_t kDepths = 4;

Key KeyOf(std::size_t n) { return Rng(n).Next() >> 14; }

TtData DataOf(Key key, std::size_t depth) {
  Rng of_key(key);
  Rng of_both(key + depth * 0xD1B54A32D192ED03ULL);
  // The move depends on the key alone: the table may keep it when it replaces the rest.
  return {.move = board::Move::FromBits(static_cast<std::uint16_t>(1 + of_key.Below(0xFFFF))),
          .score = static_cast<std::int16_t>(of_both.Next() & 0xFFFF),
          .eval = static_cast<std::int16_t>(of_both.Next() & 0xFFFF),
          .depth = static_cast<int>(depth),
          .bound = static_cast<Bound>(of_both.Below(4)),
          .pv = of_both.Below(2) != 0};
}

struct Record {
  Key key;
  std::array<TtData, kDepths> data;  // [depth]
};

// Made beforehand, so that the threads do little else than store and probe.
std::array<Record, kKeys> MakeRecords() {
  std::array<Record, kKeys> records;
  for (std::size_t n = 0; n < kKeys; ++n) {
    records[n].key = KeyOf(n);
    for (std::size_t depth = 0; depth < kDepths; ++depth) {
      records[n].data[depth] = DataOf(records[n].key, depth);
    }
  }
  return records;
}

bool IsWhole(const Record& record, const TtData& data) {
  return data.depth >= 0 && data.depth < static_cast<int>(kDepths) &&
         data == record.data[static_cast<std::size_t>(data.depth)];
}

struct Counts {
  std::uint64_t hits = 0;
  std::uint64_t torn = 0;
};

// Stores and probes, equally often.
Counts Hammer(TranspositionTable& table, const std::array<Record, kKeys>& records,
              std::uint64_t seed, int rounds) {
  Counts counts;
  Rng rng(seed);
  for (int i = 0; i < rounds; ++i) {
    const std::uint64_t random = rng.Next();
    const Record& written = records[random % kKeys];
    table.Prefetch(written.key);
    table.Store(written.key, written.data[random / kKeys % kDepths]);
    const Record& asked = records[random / 64 % kKeys];
    const TranspositionTable::ProbeResult result = table.Probe(asked.key);
    if (!result.hit) continue;
    ++counts.hits;
    if (!IsWhole(asked, result.data)) ++counts.torn;
    if (i % 1024 == 0 && table.HashFull() > 1000) ++counts.torn;
  }
  return counts;
}

TEST(TranspositionTableThreadsTest, NoTornEntryIsEverAccepted) {
  constexpr std::size_t kThreads = 8;
  constexpr int kRounds = test::kThreadSanitizer ? 200000 : 1500000;
  const std::array<Record, kKeys> records = MakeRecords();
  TranspositionTable table;
  for (int search = 0; search < 3; ++search) {
    table.NewSearch();
    std::vector<Counts> counts(kThreads);
    {
      std::vector<std::jthread> threads;
      threads.reserve(kThreads);
      for (std::size_t i = 0; i < kThreads; ++i) {
        threads.emplace_back([&, i] { counts[i] = Hammer(table, records, 100 + i, kRounds); });
      }
    }
    for (const Counts& c : counts) {
      EXPECT_EQ(c.torn, 0U);
      EXPECT_GT(c.hits, 0U);
    }
  }
}

// Writers and readers apart, on one position: readers see nothing, or a whole write.
TEST(TranspositionTableThreadsTest, ReadersSeeWholeWrites) {
  const std::array<Record, kKeys> records = MakeRecords();
  const Record& record = records[5];
  TranspositionTable table;
  std::atomic<bool> stop = false;
  std::vector<std::jthread> writers;
  writers.reserve(kDepths);
  for (const TtData& data : record.data) {
    writers.emplace_back([&] {
      while (!stop.load(std::memory_order_relaxed)) table.Store(record.key, data);
    });
  }
  std::uint64_t torn = 0;
  for (int i = 0; i < 1000000; ++i) {
    const TranspositionTable::ProbeResult result = table.Probe(record.key);
    if (result.hit && !IsWhole(record, result.data)) ++torn;
  }
  stop = true;
  writers.clear();
  EXPECT_EQ(torn, 0U);
}

}  // namespace
}  // namespace notochord::tt
