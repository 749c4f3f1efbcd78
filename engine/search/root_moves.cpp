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

std::size_t GroupEnd(const RootMoves& moves, std::size_t line) {
  std::size_t end = line;
  while (end < moves.size() && moves[end].tb_rank == moves[line].tb_rank) ++end;
  return end;
}

RootMove* FindInGroup(RootMoves& moves, std::size_t line, board::Move move) {
  const std::size_t end = GroupEnd(moves, line);
  for (std::size_t i = line; i < end; ++i) {
    if (moves[i].move == move) return &moves[i];
  }
  return nullptr;
}

}  // namespace notochord::search
