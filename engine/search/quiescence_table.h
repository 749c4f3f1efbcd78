// What quiescence looks positions up in: its own results, and those of the main search that are not
// long past. It is small, to stay in the second-level cache. Quiescence comes back to a position
// soon or never, and waiting for the memory of the hash table took longer than much of what that
// could tell.
//
// Threading: one table per worker, no sharing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/base/types.h"
#include "engine/base/value.h"
#include "engine/board/move.h"
#include "engine/tt/transposition_table.h"

namespace notochord::search {

// One place for each position, which the last comer takes.
class QuiescenceTable {
 public:
  static constexpr std::size_t kEntries = 16384;

  // Depth and PV flag are not kept: they come back as 0 and false.
  tt::TranspositionTable::ProbeResult Probe(Key key) const {
    const Entry& entry = entries_[Slot(key)];
    if (entry.key != key) return {};
    const tt::TtData data = {
        .move = entry.move, .score = entry.score, .eval = entry.eval, .bound = entry.bound};
    return {.hit = true, .data = data};
  }

  // A position keeps the move that it had where it gets no other.
  void Store(Key key, const tt::TtData& data) {
    Entry& entry = entries_[Slot(key)];
    const bool keep_move = !data.move && entry.key == key;
    entry = {.key = key,
             .move = keep_move ? entry.move : data.move,
             .score = static_cast<std::int16_t>(data.score),
             .eval = static_cast<std::int16_t>(data.eval),
             .bound = data.bound};
  }

  void Prefetch(Key key) const { __builtin_prefetch(&entries_[Slot(key)]); }
  void Clear() { entries_.fill({}); }

 private:
  struct Entry {
    Key key = 0;
    board::Move move;
    std::int16_t score = kNoScore;
    std::int16_t eval = kNoScore;
    tt::Bound bound = tt::Bound::kNone;
  };
  static_assert(sizeof(Entry) == 16);

  static std::size_t Slot(Key key) { return static_cast<std::size_t>(key % kEntries); }

  std::array<Entry, kEntries> entries_;
};

}  // namespace notochord::search
