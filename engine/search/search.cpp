// The main search: principal variation search with null windows, pruning, extensions and
// reductions.
#include <algorithm>
#include <cstdlib>

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
int Worker::Search(int alpha, int beta, int depth, int ply, bool cut_node) {
  constexpr bool kRoot = Type == NodeType::kRoot;
  constexpr bool kPv = Type != NodeType::kNonPv;
  if (depth <= 0)
    return Quiesce < kPv ? NodeType::kPv : NodeType::kNonPv > (alpha, beta, ply, true);

  // Step 1. Stop, draws, and the bounds that mates in shorter lines set.
  if (kPv) {
    stack_->pv(ply).clear();
    sel_depth_ = std::max(sel_depth_, ply + 1);
  }
  if (Poll()) return 0;
  if (!kRoot) {
    const int score = EndsHere(alpha, beta, ply);
    if (score != kNoScore) return score;
    alpha = std::max(alpha, MatedIn(ply));
    beta = std::min(beta, MateIn(ply + 1));
    if (alpha >= beta) return alpha;
  }
  Node node(ply, &(*stack_)[ply]);
  StackEntry& ss = *node.ss;
  ss.in_check = position_.InCheck();
  (*stack_)[ply + 1].excluded = Move();
  (*stack_)[ply + 2].killer = Move();
  (*stack_)[ply + 2].cutoffs = 0;
  if (!kRoot) ss.double_extensions = (*stack_)[ply - 1].double_extensions;

  // Step 2. The table may know enough.
  const bool excluding = static_cast<bool>(ss.excluded);
  EstimateNode(node);
  node.key = TableKey();
  if (!excluding) node.tt = tables_.Find(node.key, ply);
  node.TakeTableMove(position_);
  if (kRoot) {
    node.tt_move = root_moves_[line_].pv[0];
    node.tt_capture = position_.IsNoisy(node.tt_move);
  }
  if (!excluding) ss.tt_pv = kPv || (node.tt.hit && node.tt.data.pv);
  if (!kPv && !excluding && node.tt.hit && node.tt.data.depth >= depth &&
      node.tt.data.score != kNoScore && position_.rule50() < params::kTtCutoffRule50 &&
      IsCutoffBound(node.tt.data.bound, node.tt.data.score, beta)) {
    if (node.tt_move && node.tt.data.score >= beta) {
      if (!node.tt_capture) {
        FindAttacks(node);
        UpdateQuiet(node, node.tt_move, params::kTtCutoffBonus * depth);
      }
      // An early quiet move was refuted: the order there was wrong.
      const StackEntry& previous = (*stack_)[ply - 1];
      if (previous.quiet && previous.move_number <= params::kEarlyMoves) {
        stack_->UpdateContinuations(ply - 1, previous.moved, -params::kEarlyMoveMalus);
      }
    }
    return node.tt.data.score;
  }

  // Step 3. Endgame tables.
  if (!kRoot && !excluding && tb_pieces_ != 0) {
    const int score = ProbeTables(node, alpha, beta, depth);
    if (score != kNoScore) return score;
    if (kPv) alpha = std::max(alpha, node.min_score);
  }

  // Step 4. Static evaluation, and whether it is going up for us. Meanwhile the table's entries
  // after the moves that will be searched first come.
  if (node.tt_move && depth > 1) tables_.shared().Prefetch(position_.KeyAfter(node.tt_move));
  if (!kPv && depth >= params::kNmpDepth) tables_.shared().Prefetch(position_.KeyAfterNull());
  EvaluateNode(node, -kInfiniteScore, kInfiniteScore);
  if (!ss.in_check) {
    const int before = (*stack_)[ply - 2].static_eval != kNoScore ? (*stack_)[ply - 2].static_eval
                                                                  : (*stack_)[ply - 4].static_eval;
    node.improving = before != kNoScore && ss.static_eval > before;
  }
  if (!kRoot && !excluding) depth = LearnFromEval(node, depth);

  // Step 5. Prune the whole node.
  if (!kPv && !ss.in_check && !excluding && !full_width_) {
    const int score = PruneNode(node, alpha, beta, depth, cut_node);
    if (score != kNoScore) return score;
    if (stopped_) return 0;
  }

  // Step 6. The table knows of a shallower search that beat beta by far.
  if (!kPv && !excluding && !full_width_ && node.tt.hit && node.tt.data.bound == Bound::kLower &&
      node.tt.data.depth >= depth - params::kTtProbCutDepth && node.tt.data.score != kNoScore &&
      node.tt.data.score >= beta + params::kTtProbCutMargin && !IsDecisive(beta) &&
      !IsDecisive(node.tt.data.score)) {
    return beta + params::kTtProbCutMargin;
  }

  // Step 7. Internal iterative reduction: without a table move the order is poor, and it is cheaper
  // to come back.
  if ((kPv || cut_node) && depth >= params::kIirDepth && !node.tt_move && !excluding &&
      !full_width_) {
    --depth;
  }

  return SearchMoves<Type>(node, alpha, beta, depth, cut_node);
}

template <Worker::NodeType Type>
int Worker::SearchMoves(Node& node, int alpha, int beta, int depth, bool cut_node) {
  constexpr bool kRoot = Type == NodeType::kRoot;
  constexpr bool kPv = Type != NodeType::kNonPv;
  StackEntry& ss = *node.ss;
  const int ply = node.ply;
  int best = -kInfiniteScore;
  Move best_move;
  int count = 0;
  const StackEntry& previous = (*stack_)[ply - 1];
  const Move counter = previous.move ? histories_->Counter(previous.moved) : Move();
  FindAttacks(node);
  ss.threats = node.attacks.enemy_all;
  const PickerContext context{position_, *histories_, node.attacks, stack_->ContinuationsAt(ply),
                              depth > 1 ? &tables_.shared() : nullptr};
  MovePicker picker(context, node.tt_move, ss.killer, counter);

  for (Move move = picker.Next(); move; move = picker.Next()) {
    if (move == ss.excluded) continue;
    RootMove* root = nullptr;
    if (kRoot) {
      root = FindInGroup(root_moves_, line_, move);
      if (root == nullptr) continue;
      observer_->OnRootMove(depth, move, count + 1);
    }
    ++count;
    const std::uint64_t nodes_before = nodes_.Get();
    const bool noisy = position_.IsNoisy(move);
    const bool gives_check = position_.GivesCheck(move);
    const int history = noisy ? CaptureHistory(move) : QuietHistory(node, move);
    int reduction = reductions_.Base(depth, count, node.improving);

    // Step 8. Prune single moves.
    if (!kRoot && MayPruneMoves(best) &&
        PruneMove(node, move, {count, history, reduction, gives_check}, alpha, depth, best,
                  picker)) {
      continue;
    }

    // Step 9. Extend the table move if nothing else comes near it, and checks that lose nothing.
    int extension = 0;
    if (!kRoot && !full_width_ && ply < 2 * root_depth_) {
      if (move == node.tt_move && !ss.excluded) {
        int cutoff = kNoScore;
        extension = SingularExtension(node, beta, depth, cut_node, kPv, cutoff);
        if (stopped_) return 0;
        if (cutoff != kNoScore) return cutoff;
      }
      if (extension == 0 && gives_check && board::SeeAtLeast(position_, move, 0)) extension = 1;
    }

    // Step 10. Search it, late moves with less depth.
    const int new_depth = depth - 1 + extension;
    if (count > 1) {
      reduction += LateMoveAdjustment({.is_pv = kPv,
                                       .cut_node = cut_node,
                                       .tt_pv = ss.tt_pv,
                                       .tt_capture = node.tt_capture,
                                       .noisy = noisy,
                                       .gives_check = gives_check,
                                       .killer = move == ss.killer,
                                       .child_cutoffs = (*stack_)[ply + 1].cutoffs,
                                       .history = history,
                                       .correction = node.correction});
    }
    if (full_width_) reduction = 0;
    node.best_so_far = best;
    ss.move_number = count;  // after the search of the other moves, which is at this ply too
    MakeMove(move, ply);
    const int score = SearchMove<Type>(node, count, alpha, beta, new_depth, reduction, cut_node);
    position_.Unmake(move);
    if (stopped_) return 0;

    // Step 11. What it was worth.
    if (kRoot) {
      UpdateRootMove(*root, score, alpha, beta, count == 1, nodes_.Get() - nodes_before);
    }
    if (score > best) {
      best = score;
      if (score > alpha) {
        best_move = move;
        if (kPv) stack_->UpdatePv(ply, move);
        if (score >= beta) {
          ss.cutoffs += 1;
          break;
        }
        alpha = score;
        // The rest is less likely to matter.
        if (!full_width_ && depth > params::kRaisedAlphaDepthMin &&
            depth < params::kRaisedAlphaDepthMax && !IsDecisive(score)) {
          --depth;
        }
      }
    }
    if (!kRoot && picker.MaySpareQuiets()) {
      SpareFutileQuiets(node, count, alpha, depth, best, picker);
    }
    if (move != best_move) {
      if (noisy) {
        if (node.captures.size() < node.captures.capacity()) node.captures.push_back(move);
      } else if (node.quiets.size() < node.quiets.capacity()) {
        node.quiets.push_back(move);
      }
    }
  }

  // Step 12. Mate, stalemate, or no move but the excluded one.
  if (count == 0) {
    if (ss.excluded) return alpha;
    return ss.in_check ? MatedIn(ply) : 0;
  }

  // Step 13. Learn.
  if (best >= beta && !IsDecisive(best) && !IsDecisive(beta)) {
    best = (best * depth + beta) / (depth + 1);
  }
  if (best_move) {
    LearnFromCutoff(node, best_move, depth + (best > beta + params::kBonusMargin ? 1 : 0));
  } else if (previous.quiet) {
    // All moves failed low: the move that led here was good.
    LearnAboutPrevious(ply, params::kFailLowBonus * depth);
  }
  if (kPv) best = std::clamp(best, node.min_score, node.max_score);
  if (ss.excluded) return best;

  const Bound bound = best >= beta       ? Bound::kLower
                      : kPv && best_move ? Bound::kExact
                                         : Bound::kUpper;
  if (!(kRoot && line_ > 0)) Store(node, best_move, best, depth, bound);
  const bool tells = bound == Bound::kExact || (bound == Bound::kLower && best > ss.static_eval) ||
                     (bound == Bound::kUpper && best < ss.static_eval);
  if (!ss.in_check && tells && !(best_move && position_.IsNoisy(best_move)) && !IsDecisive(best)) {
    const int bonus = (best - ss.static_eval) * depth / params::kCorrectionDivisor;
    UpdateCorrections(ply, std::clamp(bonus, -kCorrectionBound / 4, kCorrectionBound / 4));
  }
  return best;
}

// The move is made. Null windows first, reduced for late moves; the full window only where the move
// proves to be better.
template <Worker::NodeType Type>
int Worker::SearchMove(Node& node, int move_number, int alpha, int beta, int new_depth,
                       int reduction, bool cut_node) {
  constexpr bool kRoot = Type == NodeType::kRoot;
  constexpr bool kPv = Type != NodeType::kNonPv;
  const int ply = node.ply;
  StackEntry& ss = *node.ss;
  const auto null_window = [&](int depth, bool cut) {
    return -Search<NodeType::kNonPv>(-alpha - 1, -alpha, depth, ply + 1, cut);
  };

  int score = 0;
  if (new_depth >= 1 && move_number > 1 + (kRoot ? 1 : 0)) {
    const int reduced =
        std::clamp(new_depth - reduction / Reductions::kOne, 1, new_depth + (kPv ? 1 : 0));
    ss.reduction = new_depth - reduced;
    score = null_window(reduced, true);
    ss.reduction = 0;
    if (stopped_) return 0;
    if (score > alpha && reduced < new_depth) {
      // How far it is above decides how deep to look again.
      new_depth += score > node.best_so_far + params::kLmrDeeperMargin ? 1 : 0;
      new_depth -= score < node.best_so_far + params::kLmrShallowerMargin ? 1 : 0;
      if (reduced < new_depth) score = null_window(new_depth, !cut_node);
      if (stopped_) return 0;
      const int bonus = score <= alpha  ? -params::kLmrMalus * new_depth
                        : score >= beta ? params::kLmrBonus * new_depth
                                        : 0;
      if (bonus != 0) stack_->UpdateContinuations(ply, ss.moved, bonus);
    }
  } else if (!kPv || move_number > 1) {
    score = null_window(new_depth, !cut_node);
  }
  if (kPv && (move_number == 1 || score > alpha) && !stopped_) {
    stack_->pv(ply + 1).clear();
    score = -Search<NodeType::kPv>(-beta, -alpha, new_depth, ply + 1, false);
  }
  return score;
}

template int Worker::Search<Worker::NodeType::kRoot>(int, int, int, int, bool);
template int Worker::Search<Worker::NodeType::kPv>(int, int, int, int, bool);
template int Worker::Search<Worker::NodeType::kNonPv>(int, int, int, int, bool);

}  // namespace notochord::search
