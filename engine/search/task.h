// What a worker is asked to do and what it answers. Plain data.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/board/position.h"
#include "engine/search/relay.h"
#include "engine/search/root_moves.h"

namespace notochord::search {

// What a worker is asked to do.
struct Task {
  board::Position position;
  RootMoves root_moves;  // in the order of preference; empty: nothing to search
  std::size_t multi_pv = 1;
  int max_depth = 0;            // 0: as deep as kMaxPly allows
  std::uint64_t max_nodes = 0;  // of this worker alone; 0: no limit
  // Leaves nothing out: a mate in n moves is found at depth 2n - 1, or there is none.
  bool full_width = false;
  bool probe_tables = true;   // endgame tables, where there are any
  std::uint64_t tb_hits = 0;  // had before the search began
  Relay* relay = nullptr;     // between workers that search this together; null: there is one only
};

// What it found. `moves` are sorted, the best first.
struct Result {
  RootMoves moves;
  int depth = 0;  // of the last complete iteration
};

}  // namespace notochord::search
