#include "engine/tt/transposition_table.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/base/parallel.h"
#include "engine/base/params.h"

namespace notochord::tt {
namespace {

// The data word, from its low end: move 16, score 16, evaluation 16, depth 8, bound 2, PV 1,
// generation 5. Depths are stored from 1 upwards, so that no entry is all zero.
constexpr int kDepthOffset = 1 - TranspositionTable::kMinDepth;
constexpr unsigned kScoreShift = 16;
constexpr unsigned kEvalShift = 32;
constexpr unsigned kDepthShift = 48;
constexpr unsigned kBoundShift = 56;
constexpr unsigned kPvShift = 58;
constexpr unsigned kGenerationShift = 59;
constexpr std::uint64_t kMoveMask = 0xFFFF;

// Big enough for the page faults to dominate, small enough to share among many cores: 4 MiB.
constexpr std::size_t kClustersPerTask = std::size_t{1} << 16;

[[maybe_unused]] constexpr bool FitsIn16Bits(int value) {
  return value >= std::numeric_limits<std::int16_t>::min() &&
         value <= std::numeric_limits<std::int16_t>::max();
}

constexpr std::uint64_t Bits16(int value) { return static_cast<std::uint16_t>(value); }

std::uint64_t Pack(const TtData& data, unsigned generation) {
  assert(FitsIn16Bits(data.score) && FitsIn16Bits(data.eval));
  const int depth =
      std::clamp(data.depth, TranspositionTable::kMinDepth, TranspositionTable::kMaxDepth);
  return std::uint64_t{data.move.bits()} | Bits16(data.score) << kScoreShift |
         Bits16(data.eval) << kEvalShift | Bits16(depth + kDepthOffset) << kDepthShift |
         std::uint64_t{Index(data.bound)} << kBoundShift | std::uint64_t{data.pv} << kPvShift |
         std::uint64_t{generation} << kGenerationShift;
}

constexpr int DepthOf(std::uint64_t data) {
  return static_cast<int>(data >> kDepthShift & 0xFF) - kDepthOffset;
}
constexpr Bound BoundOf(std::uint64_t data) { return static_cast<Bound>(data >> kBoundShift & 3); }
constexpr unsigned GenerationOf(std::uint64_t data) {
  return static_cast<unsigned>(data >> kGenerationShift);
}

TtData Unpack(std::uint64_t data) {
  return {.move = board::Move::FromBits(static_cast<std::uint16_t>(data & kMoveMask)),
          .score = static_cast<std::int16_t>(data >> kScoreShift & 0xFFFF),
          .eval = static_cast<std::int16_t>(data >> kEvalShift & 0xFFFF),
          .depth = DepthOf(data),
          .bound = BoundOf(data),
          .pv = (data >> kPvShift & 1) != 0};
}

}  // namespace

TranspositionTable::TranspositionTable() {
  absl::StatusOr<LargeMemory> memory = LargeMemory::Map(std::size_t{1} << 20);
  if (!memory.ok()) throw std::bad_alloc();
  Adopt(*std::move(memory));
}

absl::Status TranspositionTable::Resize(std::size_t mebibytes) {
  if (mebibytes == 0) return absl::InvalidArgumentError("the hash table needs 1 MiB at least");
  // The old table is given back before the new one is touched.
  const std::size_t available = (AvailableMemory() >> 20) + SizeInMebibytes();
  if (mebibytes > available) {
    return absl::ResourceExhaustedError(absl::StrCat("no memory for a hash table of ", mebibytes,
                                                     " MiB: ", available, " MiB are available"));
  }
  absl::StatusOr<LargeMemory> memory = LargeMemory::Map(mebibytes << 20);
  if (!memory.ok()) return memory.status();
  Adopt(*std::move(memory));
  return absl::OkStatus();
}

void TranspositionTable::Adopt(LargeMemory memory) {
  memory_ = LargeMemory();
  memory_ = std::move(memory);
  clusters_ = static_cast<Cluster*>(memory_.data());
  cluster_count_ = memory_.size() / sizeof(Cluster);
  Clear();
}

// Constructs every cluster anew: that is how atomics come to be in raw memory, it is what touches
// the pages first, and they have nothing to destroy.
void TranspositionTable::Clear() {
  static_assert(std::is_trivially_destructible_v<Cluster>);
  ParallelFor(cluster_count_, kClustersPerTask, [this](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i != end; ++i) new (&clusters_[i]) Cluster();
  });
  generation_ = 0;
}

TranspositionTable::ProbeResult TranspositionTable::Probe(Key key) const {
  for (const Entry& entry : ClusterOf(key).entries) {
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    if ((entry.key_xor_data.load(std::memory_order_relaxed) ^ data) == key && data != 0) {
      return {.hit = true, .data = Unpack(data)};
    }
  }
  return {};
}

int TranspositionTable::Worth(std::uint64_t data) const {
  const unsigned age = (generation_ - GenerationOf(data)) & kGenerationMask;
  return DepthOf(data) + (BoundOf(data) == Bound::kExact ? params::kTtExactBonus : 0) -
         params::kTtAgeWeight * static_cast<int>(age);
}

// The entry of a cluster that a position which is not in it replaces.
TranspositionTable::Entry& TranspositionTable::Victim(Cluster& cluster) const {
  Entry* victim = nullptr;
  int least = std::numeric_limits<int>::max();
  for (Entry& entry : cluster.entries) {
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    if (data == 0) return entry;
    const int worth = Worth(data);
    if (worth < least) {
      least = worth;
      victim = &entry;
    }
  }
  return *victim;
}

void TranspositionTable::Store(Key key, const TtData& data) {
  Cluster& cluster = ClusterOf(key);
  std::uint64_t fresh = Pack(data, generation_);
  Entry* place = nullptr;
  for (Entry& entry : cluster.entries) {
    const std::uint64_t old = entry.data.load(std::memory_order_relaxed);
    if ((entry.key_xor_data.load(std::memory_order_relaxed) ^ old) != key || old == 0) continue;
    const int depth = data.depth + (data.pv ? params::kTtPvBonus : 0);
    const bool keep = data.bound != Bound::kExact && GenerationOf(old) == generation_ &&
                      depth + params::kTtKeepMargin < DepthOf(old);
    if (keep) {
      if ((old & kMoveMask) != 0) return;
      fresh = old | (fresh & kMoveMask);
    } else if (!data.move) {
      fresh |= old & kMoveMask;
    }
    place = &entry;
    break;
  }
  Entry& entry = place != nullptr ? *place : Victim(cluster);
  entry.key_xor_data.store(key ^ fresh, std::memory_order_relaxed);
  entry.data.store(fresh, std::memory_order_relaxed);
}

int TranspositionTable::HashFull() const {
  constexpr std::size_t kSample = 250;  // clusters: 1000 entries
  static_assert(kSample * sizeof(Cluster) <= std::size_t{1} << 20);
  int filled = 0;
  for (std::size_t i = 0; i < kSample; ++i) {
    for (const Entry& entry : clusters_[i].entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      filled += data != 0 && GenerationOf(data) == generation_ ? 1 : 0;
    }
  }
  return filled;
}

}  // namespace notochord::tt
