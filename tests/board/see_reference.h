// Static exchange evaluation written a second time, slowly and with nothing in common with the
// engine's: a recursion over captures that are really played on a board of 64 cells.
#pragma once

#include "engine/board/move.h"
#include "engine/board/position.h"
#include "engine/board/see.h"

namespace notochord::test {

// Among attackers of one type, the one on the first square (a1, b1, ...) captures first, as in the
// engine: the order can matter, through what stands behind them.
int ReferenceSee(const board::Position& position, board::Move move, const board::SeeValues& values);

}  // namespace notochord::test
