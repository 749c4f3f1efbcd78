// Quiescence: follows captures, promotions and evasions until the position is quiet enough for the
// static evaluation to be trusted.
#include <algorithm>

#include "engine/base/params.h"
#include "engine/board/see.h"
#include "engine/search/move_picker.h"
#include "engine/search/node.h"
#include "engine/search/pruning.h"
#include "engine/search/worker.h"

namespace notochord::search {

using board::Move;
using tt::Bound;

template <Worker::NodeType Type>
int Worker::Quiesce(int alpha, int beta, int ply) {
  constexpr bool kPv = Type != NodeType::kNonPv;
  if (kPv) {
    stack_->pv(ply).clear();
    sel_depth_ = std::max(sel_depth_, ply + 1);
  }
  if (Poll()) return 0;
  if (IsDraw(ply)) return DrawScore();
  if (alpha < 0 && position_.HasUpcomingRepetition(ply)) {
    alpha = DrawScore();
    if (alpha >= beta) return alpha;
  }

  Node node(ply, &(*stack_)[ply]);
  StackEntry& ss = *node.ss;
  ss.in_check = position_.InCheck();
  if (ply >= kMaxPly - 1) return ss.in_check ? 0 : evaluator_.Evaluate(position_);

  // The table may know enough.
  LookUp(node);
  const int original_alpha = alpha;
  if (!kPv && node.tt.hit && node.tt.data.score != kNoScore &&
      IsCutoffBound(node.tt.data.bound, node.tt.data.score, beta)) {
    return node.tt.data.score;
  }

  // Stand pat: nobody has to capture.
  int best = MatedIn(ply);
  int futility = -kInfiniteScore;
  EvaluateNode(node);
  if (!ss.in_check) {
    best = node.eval;
    if (best >= beta) {
      if (!node.tt.hit) StoreInTable(node, Move(), best, kQuiescenceDepth, Bound::kLower);
      return IsDecisive(best) ? best : (best + beta) / 2;
    }
    alpha = std::max(alpha, best);
    futility = ss.static_eval + params::kQsFutilityMargin;
  }

  FindAttacks(node);
  const PickerContext context{position_, *histories_, node.attacks, ContinuationsAt(ply)};
  MovePicker picker = MovePicker::ForQuiescence(context, node.tt_move);
  Move best_move;
  int count = 0;
  for (Move move = picker.Next(); move; move = picker.Next()) {
    ++count;
    PrefetchAfter(move);
    if (!IsLoss(best)) {
      const bool noisy = position_.IsNoisy(move);
      // One evasion that does not lose is enough to show that there is no mate.
      if (ss.in_check && !noisy && count > params::kQsEvasions) break;
      if (!ss.in_check && !position_.GivesCheck(move)) {
        if (count > params::kQsMoveCount) continue;
        const int gain = board::SeeValues{}[position_.CapturedType(move)];
        if (!move.IsPromotion() && futility + gain <= alpha &&
            !board::SeeAtLeast(position_, move, 1)) {
          best = std::max(best, futility + gain);
          continue;
        }
      }
      if (!board::SeeAtLeast(position_, move, -params::kQsSeeMargin)) continue;
    }
    MakeMove(move, ply);
    const int score = -Quiesce<Type>(-beta, -alpha, ply + 1);
    UnmakeMove(move);
    if (stopped_) return 0;

    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    best_move = move;
    if (kPv) UpdatePv(ply, move);
    if (score >= beta) break;
    alpha = score;
  }
  if (ss.in_check && count == 0) return MatedIn(ply);

  if (best >= beta && !IsDecisive(best)) best = (best + beta) / 2;
  const Bound bound = best >= beta                                ? Bound::kLower
                      : kPv && best > original_alpha && best_move ? Bound::kExact
                                                                  : Bound::kUpper;
  StoreInTable(node, best_move, best, kQuiescenceDepth, bound);
  return best;
}

template int Worker::Quiesce<Worker::NodeType::kPv>(int, int, int);
template int Worker::Quiesce<Worker::NodeType::kNonPv>(int, int, int);

}  // namespace notochord::search
