// Where a worker finds again what was found out about a position: the hash table, which it shares
// with all other workers, and a small one of its own. Scores go in and come out as the node at
// `ply` sees them; mates and tablebase wins are kept as seen from the position.
//
// Threading: one worker's. What is behind shared() is anybody's.
#pragma once

#include "engine/base/large_memory.h"
#include "engine/base/types.h"
#include "engine/base/value.h"
#include "engine/search/quiescence_table.h"
#include "engine/tt/transposition_table.h"

namespace notochord::search {

class PositionTables {
 public:
  using Found = tt::TranspositionTable::ProbeResult;

  explicit PositionTables(tt::TranspositionTable& shared) : shared_(shared) {}

  // The main search also takes what only quiescence knows, which has depth 0.
  Found Find(Key key, int ply) const {
    const Found found = shared_.Probe(key);
    return AtNode(found.hit ? found : quiescence_->Probe(key), ply);
  }
  Found FindInQuiescence(Key key, int ply) const { return AtNode(quiescence_->Probe(key), ply); }

  // Quiescence does not wait for the hash table: it finds what both searches have left in the small
  // one.
  void Store(Key key, int ply, tt::TtData data) {
    data = AtPosition(data, ply);
    shared_.Store(key, data);
    if (data.bound != tt::Bound::kNone) quiescence_->Store(key, data);
  }
  void StoreInQuiescence(Key key, int ply, tt::TtData data) {
    quiescence_->Store(key, AtPosition(data, ply));
  }

  // Has what is not shared on its way.
  void PrefetchOwn(Key key) const { quiescence_->Prefetch(key); }
  // Forgets what is not shared.
  void Clear() { quiescence_->Clear(); }

  const tt::TranspositionTable& shared() const { return shared_; }

 private:
  // How much further from zero a score is as seen from the position.
  static int Shift(int score, int ply) {
    if (score == kNoScore || !IsDecisive(score)) return 0;
    return score > 0 ? ply : -ply;
  }
  static Found AtNode(Found found, int ply) {
    found.data.score -= Shift(found.data.score, ply);
    return found;
  }
  static tt::TtData AtPosition(tt::TtData data, int ply) {
    data.score += Shift(data.score, ply);
    return data;
  }

  tt::TranspositionTable& shared_;
  const LargeObject<QuiescenceTable> quiescence_;
};

}  // namespace notochord::search
