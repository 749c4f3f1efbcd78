// Counts the leaves of the legal move tree: the proof and the benchmark of move generation.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/board/position.h"

namespace notochord::board {

// Leaves at `depth` plies. The last ply is counted, not made. `position` is restored.
std::uint64_t Perft(Position& position, int depth);

struct PerftLine {
  Move move;
  std::uint64_t nodes;
};

// The same for each root move, in the order of generation.
std::vector<PerftLine> PerftDivide(const Position& position, int depth);
// The same on all cores.
std::vector<PerftLine> ParallelPerftDivide(const Position& position, int depth);

}  // namespace notochord::board
