// Lines to mate, complete. A search knows the length of a mate before it knows every move of it:
// lines are cut where the transposition table answers.
#pragma once

#include <vector>

#include "engine/board/move.h"
#include "engine/board/position.h"
#include "engine/tt/transposition_table.h"

namespace notochord::uci {

// Extends a line that is legal from `position` to the mate that `score` promises, with moves from
// the table and, near the end, from a proof of its own. Leaves the line as it is where that shows
// no way of just this length, or where `budget` runs out: it counts the moves that are tried down.
void CompleteMateLine(const board::Position& position, const tt::TranspositionTable& table,
                      int score, int& budget, std::vector<board::Move>& line);

}  // namespace notochord::uci
