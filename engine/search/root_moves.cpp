#include "engine/search/root_moves.h"

#include <algorithm>

#include "engine/board/movegen.h"

namespace notochord::search {

RootMoves MakeRootMoves(const board::Position& position, const std::vector<board::Move>& only) {
  RootMoves moves;
  for (const board::Move move : board::LegalMoves(position)) {
    if (only.empty() || std::find(only.begin(), only.end(), move) != only.end()) {
      moves.emplace_back(move);
    }
  }
  return moves;
}

}  // namespace notochord::search
