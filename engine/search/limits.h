// What ends a search, as the user asked for it. Zero or empty means: no such limit.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "engine/base/types.h"
#include "engine/board/move.h"

namespace notochord::search {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

struct Limits {
  int depth = 0;
  int mate = 0;             // stop at a mate in this many moves
  std::uint64_t nodes = 0;  // over all workers
  bool infinite = false;
  bool ponder = false;     // no limit counts before the ponder hit
  bool has_clock = false;  // wtime or btime was given, even if it was zero or negative
  Milliseconds move_time{0};
  PerColor<Milliseconds> time{};
  PerColor<Milliseconds> increment{};
  int moves_to_go = 0;
  std::vector<board::Move> search_moves;  // empty: all legal moves

  bool UsesClock() const { return has_clock || move_time.count() > 0; }
};

}  // namespace notochord::search
