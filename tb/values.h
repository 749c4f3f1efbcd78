// What tables say about positions and moves.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/board/move.h"

namespace notochord::tb {

// For the side to move, where the last move was a capture or a pawn move. Cursed wins and blessed
// losses are draws by the fifty-move rule.
enum class Wdl : std::int8_t {
  kLoss = -2,
  kBlessedLoss = -1,
  kDraw = 0,
  kCursedWin = 1,
  kWin = 2,
};

// Plies to the next capture, pawn move or mate with best play, regardless of the fifty-move
// counter: positive where the side to move wins, negative where it loses, 0 for draws. Beyond 100:
// won or lost but for the fifty-move rule. May be one too small.
struct MoveDtz {
  board::Move move;
  int dtz = 0;  // seen by the side that moves, this move included

  friend bool operator==(const MoveDtz&, const MoveDtz&) = default;
};

struct RootValues {
  int dtz = 0;                 // of the position; -1 where it is mate
  std::vector<MoveDtz> moves;  // all legal ones
};

}  // namespace notochord::tb
