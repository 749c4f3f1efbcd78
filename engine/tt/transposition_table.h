// What the search has found out about positions, shared by all its workers. Fixed size, clusters of
// four entries in one cache line; a position may be in any entry of its cluster.
//
// A new position takes, in this order, its own old entry, an empty one, or the one that is worth
// least: depth, plus kTtExactBonus for exact scores, minus kTtAgeWeight for each search since it
// was written. Over its own old entry of this search it is written only if it is exact, or not more
// than kTtKeepMargin plies shallower (a PV node counts kTtPvBonus plies more); otherwise the old
// entry stays and takes at most a move that it lacked. An entry is never left without a move that
// it had.
//
// Threading: Probe, Store, Prefetch and HashFull from any number of threads at once, without locks.
// An entry is two relaxed atomic words, the data, and the key xor the data, so that halves of two
// different writes do not match any key that is asked for: a torn entry is a miss. Writers may
// overwrite each other; the last one wins. Resize, Clear and NewSearch need the table for
// themselves, and whoever starts the workers makes their effects visible to them.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "engine/base/large_memory.h"
#include "engine/base/types.h"
#include "engine/board/move.h"

namespace notochord::tt {

enum class Bound : std::uint8_t {
  kNone,   // only the static evaluation counts
  kUpper,  // the true score is at most this
  kLower,  // the true score is at least this
  kExact,
};

struct TtData {
  board::Move move = {};
  int score = 0;  // 16 bits, as is eval; the caller makes mates relative to the node
  int eval = 0;   // static
  int depth = 0;  // kMinDepth to kMaxDepth; stored clamped
  Bound bound = Bound::kNone;
  bool pv = false;

  friend bool operator==(const TtData&, const TtData&) = default;
};

// What every probe reads besides the cluster is one cache line that no search writes.
class alignas(64) TranspositionTable {
 public:
  // Room for special depths below zero.
  static constexpr int kMinDepth = -7;
  static constexpr int kMaxDepth = kMinDepth + 254;

  struct ProbeResult {
    bool hit = false;
    TtData data;
  };

  // A table of 1 MiB. There always is one.
  TranspositionTable();

  // Makes an empty table of another size. Where the memory cannot be had, a message for people, and
  // the table stays as it is.
  absl::Status Resize(std::size_t mebibytes);
  std::size_t SizeInMebibytes() const { return memory_.size() >> 20; }

  // Forgets everything, on all cores.
  void Clear();
  // From now on, what is there is one search older.
  void NewSearch() { generation_ = (generation_ + 1) & kGenerationMask; }

  ProbeResult Probe(Key key) const;
  void Store(Key key, const TtData& data);
  void Prefetch(Key key) const { __builtin_prefetch(&ClusterOf(key)); }

  // How much of the table this search has filled, per mille, from a sample.
  int HashFull() const;

 private:
  static constexpr unsigned kGenerationMask = 31;

  struct Entry {
    std::atomic<std::uint64_t> key_xor_data;
    std::atomic<std::uint64_t> data;  // 0: empty
  };
  struct alignas(64) Cluster {
    std::array<Entry, 4> entries;
  };
  static_assert(sizeof(Cluster) == 64);
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

  // The upper half of key times size: uniform for any size.
  Cluster& ClusterOf(Key key) const {
    __extension__ using Wide = unsigned __int128;
    return clusters_[static_cast<std::size_t>(Wide{key} * cluster_count_ >> 64)];
  }
  void Adopt(LargeMemory memory);
  int Worth(std::uint64_t data) const;
  Entry& Victim(Cluster& cluster) const;

  LargeMemory memory_;
  Cluster* clusters_ = nullptr;
  std::size_t cluster_count_ = 0;
  unsigned generation_ = 0;
};
static_assert(sizeof(TranspositionTable) == 64);

}  // namespace notochord::tt
