// The facts about one node of the main search that its parts share. Private to engine/search.
#pragma once

#include "engine/base/static_vector.h"
#include "engine/eval/attack_cache.h"
#include "engine/search/worker.h"

namespace notochord::search {

struct Worker::Node {
  // User-provided, so that the lists and the attacks are not cleared at every node.
  Node(int node_ply, StackEntry* entry) : ply(node_ply), ss(entry) {}

  // If it is one.
  void TakeTableMove(const board::Position& position) {
    const board::Move move = tt.data.move;
    if (tt.hit && move && position.IsPseudoLegal(move) && position.IsLegal(move)) {
      tt_move = move;
      tt_capture = position.IsNoisy(move);
    }
  }

  int ply;
  StackEntry* ss;
  Key key = 0;
  PositionTables::Found tt;
  board::Move tt_move;  // checked for legality
  bool tt_capture = false;
  eval::AttackSummary attacks;  // filled by FindAttacks
  bool has_attacks = false;
  bool evaluated = false;   // now or earlier: the evaluation may have left the attacks behind
  int material = kNoScore;  // material and squares alone
  int guess = kNoScore;     // of the evaluation, from the one before; before corrections
  int raw_eval = kNoScore;  // as evaluated, before corrections
  int correction = 0;
  int eval = kNoScore;     // corrected, and improved by the table's bound
  bool improving = false;  // the evaluation has gone up since our last move
  int best_so_far = -kInfiniteScore;
  int max_score = kInfiniteScore;  // a tablebase's upper bound
  int min_score = -kInfiniteScore;
  StaticVector<board::Move, 64> quiets;  // tried before the best move
  StaticVector<board::Move, 32> captures;
};

// The depth in the table of what no search found.
inline constexpr int kEvalOnlyDepth = -1;

}  // namespace notochord::search
