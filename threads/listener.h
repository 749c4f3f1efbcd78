// What a search pool tells whoever started a search.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/board/move.h"
#include "engine/search/limits.h"
#include "engine/search/root_moves.h"
#include "engine/search/time_manager.h"

namespace notochord::threads {

// Sums over all workers.
struct Totals {
  search::Microseconds elapsed{0};
  std::uint64_t nodes = 0;
  std::uint64_t tb_hits = 0;
  int hash_full = 0;  // per mille
};

// `moves[0..lines)` are the best lines, best first; the first `settled` of them have the scores of
// this depth, the others of the one before. A score of -kInfiniteScore: not searched at all yet.
struct LinesReport {
  const search::RootMoves& moves;
  std::size_t lines;
  std::size_t settled;
  int depth;
  const Totals& totals;
};

// Threading: all calls come from the main worker's thread, one after the other.
class Listener {
 public:
  virtual ~Listener() = default;

  virtual void OnLines(const LinesReport& /*report*/) {}
  virtual void OnCurrentMove(int /*depth*/, board::Move /*move*/, int /*number*/) {}
  // Nothing else was said for a while.
  virtual void OnProgress(const Totals& /*totals*/) {}
  // The search is over. Called exactly once, after the last of the others; `moves` is empty where
  // there was no legal move.
  virtual void OnFinish(const LinesReport& report) = 0;
};

}  // namespace notochord::threads
