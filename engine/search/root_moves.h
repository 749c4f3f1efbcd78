// The root moves of a search with what is known about each: scores, effort, principal variation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/value.h"
#include "engine/board/move.h"
#include "engine/board/position.h"

namespace notochord::search {

struct RootMove {
  explicit RootMove(board::Move m) : move(m), pv{m} {}

  board::Move move;
  int score = -kInfiniteScore;           // of this iteration; -kInfiniteScore: not a PV move (yet)
  int previous_score = -kInfiniteScore;  // of the iteration before
  int average_score = -kInfiniteScore;   // smoothed, the centre of the aspiration window
  int sel_depth = 0;
  bool is_lower_bound = false;  // the score failed high or low against the window
  bool is_upper_bound = false;
  std::uint64_t nodes = 0;  // spent below this move
  // Tablebase rank: moves are searched within the best group. `tb_score` replaces the displayed
  // score where has_tb_score.
  int tb_rank = 0;
  bool has_tb_score = false;
  int tb_score = 0;
  std::vector<board::Move> pv;  // starts with `move`

  // Best first: by this iteration's score, then by the last one's.
  friend bool operator<(const RootMove& a, const RootMove& b) {
    return a.score != b.score ? a.score > b.score : a.previous_score > b.previous_score;
  }
};

using RootMoves = std::vector<RootMove>;

// All legal moves, or those of `only` that are legal.
RootMoves MakeRootMoves(const board::Position& position, const std::vector<board::Move>& only);

// Where the tablebase rank group of a line ends: its rivals are those before.
std::size_t GroupEnd(const RootMoves& moves, std::size_t line);
// The entry of a move, if it is among those that the line may use.
RootMove* FindInGroup(RootMoves& moves, std::size_t line, board::Move move);

}  // namespace notochord::search
