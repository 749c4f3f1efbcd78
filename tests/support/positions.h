// Positions for tests: from FENs that must be right, from random walks, and from move trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"

namespace notochord::test {

// Do builds recount the position after every move? Exhaustive tests are cut down in them.
#if defined(NOTOCHORD_PARANOID)
inline constexpr bool kParanoid = true;
#else
inline constexpr bool kParanoid = false;
#endif

// Stops the program where the FEN is wrong.
board::Position PositionFrom(absl::string_view fen);

// One legal move, all equally likely; the null move where there is none.
board::Move RandomMove(const board::Position& position, Rng& rng);

// Plays random legal moves, at most `plies`, until the game is over.
void RandomWalk(board::Position& position, std::size_t plies, Rng& rng);

// `count` positions with legal moves in which no draw rule ends the game, each at the end of a
// random walk from the start position or, one in four, from a random Chess960 position. Same seed,
// same positions.
std::vector<board::Position> RandomPositions(std::size_t count, std::uint64_t seed);

// A random start position of Chess960 (both sides alike).
board::Position RandomChess960Start(Rng& rng);

// Calls `visit(position)` for every position that is exactly `depth` plies away. The position may
// be changed by `visit` but must be the same afterwards.
template <typename Visit>
void ForEachAtDepth(board::Position& position, int depth, const Visit& visit) {
  if (depth == 0) return visit(position);
  for (const board::Move move : board::LegalMoves(position)) {
    position.Make(move);
    ForEachAtDepth(position, depth - 1, visit);
    position.Unmake(move);
  }
}

}  // namespace notochord::test
