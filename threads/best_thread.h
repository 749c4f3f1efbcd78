// Which worker's result is played when several have searched the same position.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/board/move.h"

namespace notochord::threads {

// One worker's opinion.
struct Vote {
  board::Move move;
  int score;
  int depth;  // of its last complete iteration; 0: it has none, and its score says nothing
};

// The index of the best vote. A proven win beats everything, the shorter the better. Otherwise each
// worker votes for its move with a weight that grows with depth and with how much its score exceeds
// the lowest one, and the move with most votes wins, represented by its strongest voter. The first
// of equals wins, so a lone worker or the main one at a tie. `votes` must not be empty.
std::size_t BestVote(const std::vector<Vote>& votes);

}  // namespace notochord::threads
