// Quiescence: follows captures, promotions and evasions, at its first ply quiet checks too, until
// the position is quiet enough for the static evaluation to be trusted.
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

namespace {

// Few moves are looked at: that is not worth finding the attacks for their order.
constexpr eval::AttackSummary kNoAttacks{};

}  // namespace

template <Worker::NodeType Type>
int Worker::Quiesce(int alpha, int beta, int ply, bool quiet_checks) {
  constexpr bool kPv = Type != NodeType::kNonPv;
  if (kPv) {
    stack_->pv(ply).clear();
    sel_depth_ = std::max(sel_depth_, ply + 1);
  }
  if (Poll()) return 0;
  const int ended = EndsHere(alpha, beta, ply);
  if (ended != kNoScore) return ended;

  // The table may know enough.
  Node node(ply, &(*stack_)[ply]);
  StackEntry& ss = *node.ss;
  ss.in_check = position_.InCheck();
  EstimateNode(node);
  node.key = TableKey();
  node.tt = tables_.FindInQuiescence(node.key, ply);
  const int original_alpha = alpha;
  if (!kPv && node.tt.hit && node.tt.data.score != kNoScore &&
      IsCutoffBound(node.tt.data.bound, node.tt.data.score, beta)) {
    return node.tt.data.score;
  }
  node.TakeTableMove(position_);

  // Stand pat: nobody has to capture.
  int best = MatedIn(ply);
  EvaluateNode(node, kPv ? -kInfiniteScore : alpha, kPv ? kInfiniteScore : beta);
  if (!ss.in_check) {
    best = node.eval;
    if (best >= beta) {
      if (!node.tt.hit) StoreInQuiescence(node, Move(), best, Bound::kLower);
      return IsDecisive(best) ? best : (best + beta) / 2;
    }
    alpha = std::max(alpha, best);
  }

  if (ss.in_check) FindAttacks(node);
  const eval::AttackSummary& attacks = ss.in_check ? node.attacks : kNoAttacks;
  const PickerContext context{position_, *histories_, attacks, stack_->ContinuationsAt(ply),
                              nullptr};
  MovePicker picker = MovePicker::ForQuiescence(context, node.tt_move, quiet_checks);
  Move best_move;
  int count = 0;
  for (Move move = picker.Next(); move; move = picker.Next()) {
    ++count;
    if (!IsLoss(best)) {
      // One evasion that does not lose is enough to show that there is no mate.
      if (ss.in_check && !position_.IsNoisy(move) && count > params::kQsEvasions) break;
      if (PruneQuiescence(node, move, count, alpha, best)) continue;
    }
    MakeMove(move, ply);
    const int score = -Quiesce<Type>(-beta, -alpha, ply + 1, false);
    position_.Unmake(move);
    if (stopped_) return 0;

    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    best_move = move;
    if (kPv) stack_->UpdatePv(ply, move);
    if (score >= beta) break;
    alpha = score;
  }
  if (ss.in_check && count == 0) return MatedIn(ply);

  if (best >= beta && !IsDecisive(best)) best = (best + beta) / 2;
  const Bound bound = best >= beta                                ? Bound::kLower
                      : kPv && best > original_alpha && best_move ? Bound::kExact
                                                                  : Bound::kUpper;
  StoreInQuiescence(node, best_move, best, bound);
  return best;
}

// Captures that cannot bring the evaluation near alpha, and moves that lose in exchange.
bool Worker::PruneQuiescence(const Node& node, Move move, int move_number, int alpha, int& best) {
  if (!node.ss->in_check && !position_.GivesCheck(move)) {
    if (move_number > params::kQsMoveCount) return true;
    const int hoped = node.ss->static_eval + params::kQsFutilityMargin +
                      board::TunedSeeValues{}[position_.CapturedType(move)];
    if (!move.IsPromotion() && hoped <= alpha) {
      if (board::SeeAtLeast(position_, move, 1)) return false;
      best = std::max(best, hoped);
      return true;
    }
  }
  return !board::SeeAtLeast(position_, move, -params::kQsSeeMargin);
}

template int Worker::Quiesce<Worker::NodeType::kPv>(int, int, int, bool);
template int Worker::Quiesce<Worker::NodeType::kNonPv>(int, int, int, bool);

}  // namespace notochord::search
