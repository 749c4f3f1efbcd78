// Exhaustive checks of one position, shared by the fast and the slow tests.
#pragma once

#include "engine/board/position.h"

namespace notochord::board {

// Everything that can be seen of a position from outside.
class Snapshot {
 public:
  explicit Snapshot(const Position& position);
  bool Equals(const Position& position) const;

 private:
  Setup setup_;
  State state_;
  PerColor<Bitboard> by_color_;
  PerPieceType<Bitboard> by_type_;
};

// Makes and unmakes every legal move and the null move: each is undone completely, checks are
// foreseen by GivesCheck, keys by KeyAfter.
void ExpectMovesAreExact(Position& position);

// IsPseudoLegal and IsLegal together accept, of all 65,536 moves, those that are generated.
void ExpectLegalityIsExact(const Position& position);

}  // namespace notochord::board
