// What the position knows, computed again the slow way: squares, rays and steps on a mailbox, and
// nothing from the engine but its types and random keys.
#pragma once

#include "engine/board/position.h"

namespace notochord::board::test_reference {

// Does a piece on `from` attack `to`, with these squares occupied?
bool Attacks(Piece piece, Square from, Square to, Bitboard occupied);

// The pieces of `by` that attack a square.
Bitboard Attackers(const Position& position, Square s, Color by, Bitboard occupied);

// Every field of the state that the board determines; the counters and the captured piece are the
// position's own.
State Recount(const Position& position);

}  // namespace notochord::board::test_reference
