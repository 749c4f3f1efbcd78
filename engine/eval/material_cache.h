// What depends on the material alone: phase, imbalance, and which special knowledge applies. Found
// by the exact material word, so that ordinary positions pay one look-up for all of it.
//
// Threading: one cache per worker, no sharing, plain counters.
#pragma once

#include <vector>

#include "engine/board/material.h"
#include "engine/eval/attack_cache.h"
#include "engine/eval/endgame.h"
#include "engine/eval/sum.h"

namespace notochord::eval {

struct MaterialEntry {
  std::uint64_t material = 0;
  Score imbalance;         // White minus Black
  std::int16_t phase = 0;  // 0 to kFullPhase
  Endgame endgame = Endgame::kNone;
  bool special_scale = false;      // the squares may lower it further
  PerColor<std::uint8_t> scale{};  // [stronger side] of the endgame, from the material alone
};

// An entry without a cache.
MaterialEntry AnalyzeMaterial(board::Material material);

class MaterialCache {
 public:
  static constexpr unsigned kLogEntries = 12;
  static constexpr std::size_t kEntries = std::size_t{1} << kLogEntries;

  MaterialCache() : entries_(kEntries) {}

  const MaterialEntry& Probe(board::Material material) {
    // Counts are small and packed: a multiplication spreads them over the upper bits.
    const std::uint64_t packed = material.packed();
    MaterialEntry& entry = entries_[(packed * 0x9E3779B97F4A7C15ULL) >> (64 - kLogEntries)];
    if (entry.material == packed) [[likely]] {
      ++stats_.hits;
    } else {
      ++stats_.misses;
      if (entry.material != 0) ++stats_.evictions;
      entry = AnalyzeMaterial(material);
    }
    return entry;
  }

  const CacheStats& stats() const { return stats_; }

 private:
  std::vector<MaterialEntry> entries_;
  CacheStats stats_;
};

// Second-order material terms: how pieces gain and lose worth by each other's presence.
template <Color us, typename Sum>
void AddImbalance(board::Material material, Sum& sum);

}  // namespace notochord::eval
