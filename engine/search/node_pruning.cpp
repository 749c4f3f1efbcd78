// The parts of the main search that decide about a node or a move before it is searched, and the
// small steps that every node shares.
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

// Futility: where the evaluation is too far below alpha for a quiet move with this history, no
// other is tried either.
bool SkipFutileQuiets(const StackEntry& ss, int lmr_depth, int history, int alpha, int& best,
                      MovePicker& picker) {
  const int futility = ss.static_eval + QuietFutilityMargin(lmr_depth, history);
  if (ss.in_check || lmr_depth > params::kFutilityDepth || futility > alpha) return false;
  if (!IsDecisive(best)) best = std::max(best, futility);
  picker.SkipQuiets();
  return true;
}

}  // namespace

Key Worker::TableKey() const {
  // What a selective search has left in a table proves nothing in a full-width one.
  constexpr Key kFullWidth = 0x9D39247E33776D41ULL;
  return position_.key() ^ (full_width_ ? kFullWidth : 0);
}

// What needs no look into the table: there its entry is still on its way.
void Worker::EstimateNode(Node& node) {
  node.correction = CorrectionOf(node.ply);
  if (node.ss->in_check || node.ss->excluded) return;
  const StackEntry& previous = (*stack_)[node.ply - 1];
  node.material = evaluator_.MaterialScore(position_);
  if (node.material == kNoScore || previous.positional == kNoScore) return;
  // If the last move changed no more than material. After a null move all is as it was, seen from
  // the other side.
  node.guess = node.material - previous.positional + (previous.move ? 0 : eval::kPassedTempo);
}

void Worker::EvaluateNode(Node& node, int alpha, int beta) {
  StackEntry& ss = *node.ss;
  if (ss.excluded) {  // the same position as a moment ago
    node.eval = ss.static_eval;
    node.evaluated = true;
    return;
  }
  if (ss.in_check) {
    // Not evaluated: as it was one move ago, seen from the other side.
    const int before = (*stack_)[node.ply - 1].positional;
    ss.static_eval = kNoScore;
    ss.positional = before != kNoScore ? -before : kNoScore;
    return;
  }
  const tt::TtData& data = node.tt.data;
  const auto corrected = [&](int raw) {
    return CorrectEval(raw, node.correction, position_.rule50());
  };
  int value = node.guess;
  if (node.tt.hit && data.eval != kNoScore) {
    node.raw_eval = value = data.eval;
    node.evaluated = true;
  } else if (value != kNoScore && !(*stack_)[node.ply - 1].move) {
    node.raw_eval = value;
  } else if (value == kNoScore || !IsClear(corrected(value), alpha, beta)) {
    node.raw_eval = value = evaluator_.Evaluate(position_);
    node.evaluated = true;
  }
  ss.positional = node.material != kNoScore ? value - node.material : kNoScore;
  ss.static_eval = node.eval = corrected(value);
  if (node.tt.hit && data.score != kNoScore &&
      IsCutoffBound(data.bound, data.score, node.eval + 1)) {
    node.eval = data.score;
  }
}

// A copy: the cache may give the entry's place away before this node is done.
void Worker::FindAttacks(Node& node) {
  if (node.has_attacks) return;
  node.attacks = node.evaluated ? evaluator_.Attacks(position_) : eval::FindAttacks(position_);
  node.has_attacks = true;
}

void Worker::Store(const Node& node, Move move, int score, int depth, Bound bound) {
  tables_.Store(node.key, node.ply,
                {.move = move,
                 .score = score,
                 .eval = node.raw_eval,
                 .depth = depth,
                 .bound = bound,
                 .pv = node.ss->tt_pv});
}

// For a node that is pruned and leaves nothing else in the table: when it comes again, it need not
// be evaluated again.
void Worker::StoreEvaluation(const Node& node) {
  if (!node.tt.hit) Store(node, Move(), kNoScore, kEvalOnlyDepth, Bound::kNone);
}

void Worker::StoreInQuiescence(const Node& node, Move move, int score, Bound bound) {
  tables_.StoreInQuiescence(node.key, node.ply,
                            {.move = move, .score = score, .eval = node.raw_eval, .bound = bound});
}

int Worker::ProbeTables(Node& node, int alpha, int beta, int depth) {
  const int pieces = board::PopCount(position_.Pieces());
  if (pieces > tb_pieces_ || (pieces == tb_pieces_ && depth < prober_->ProbeDepth()) ||
      position_.rule50() != 0 || position_.castling() != 0) {
    return kNoScore;
  }
  const std::optional<int> wdl = prober_->ProbeWdl(position_);
  poll_countdown_ = 0;  // the disk may have been slow
  if (!wdl) return kNoScore;
  tb_hits_.Increment();
  const int score = *wdl > 0   ? kTbWinScore - node.ply
                    : *wdl < 0 ? -kTbWinScore + node.ply
                               : DrawScore();
  const Bound bound = *wdl > 0 ? Bound::kLower : *wdl < 0 ? Bound::kUpper : Bound::kExact;
  if (bound == Bound::kExact || (bound == Bound::kLower ? score >= beta : score <= alpha)) {
    Store(node, Move(), score, std::min(depth + 6, kMaxPly - 1), bound);
    return score;
  }
  (bound == Bound::kLower ? node.min_score : node.max_score) = score;
  return kNoScore;
}

int Worker::PruneNode(Node& node, int alpha, int beta, int depth, bool cut_node) {
  // Razoring: so far below alpha that only captures and checks could help.
  if (depth <= params::kRazorDepth && node.eval + RazorMargin(depth) < alpha) {
    const int score = Quiesce<NodeType::kNonPv>(alpha, alpha + 1, node.ply, true);
    if (score <= alpha && !IsDecisive(score)) return score;
  }
  // Reverse futility: so far above beta that the opponent's best reply will not change it.
  if (depth <= params::kRfpDepth && !IsDecisive(node.eval) && !IsLoss(beta) &&
      node.eval - ReverseFutilityMargin(depth, node.improving, node.correction) >= beta &&
      (!node.tt_move || node.tt_capture)) {
    StoreEvaluation(node);
    return (node.eval + 2 * beta) / 3;
  }
  const int score = TryNullMove(node, beta, depth, cut_node);
  if (score != kNoScore) return score;
  if (stopped_) return kNoScore;
  return TryProbCut(node, beta, depth, cut_node);
}

// Null move: if passing still fails high, a real move will. Not with pawns only, where passing may
// be the best move (zugzwang); verified by a real search at high depths.
int Worker::TryNullMove(const Node& node, int beta, int depth, bool cut_node) {
  const int ply = node.ply;
  if (depth < params::kNmpDepth || !(*stack_)[ply - 1].move || node.eval < beta ||
      node.ss->static_eval + params::kNmpStaticFactor * depth < beta + params::kNmpStaticOffset ||
      ply < null_move_min_ply_ || IsLoss(beta) ||
      !position_.material().HasNonPawns(position_.side_to_move())) {
    return kNoScore;
  }
  const int reduced = depth - NullMoveReduction(depth, node.eval - beta);
  MakeNullMove(ply);
  int score = -Search<NodeType::kNonPv>(-beta, -beta + 1, reduced, ply + 1, !cut_node);
  position_.UnmakeNull();
  if (stopped_ || score < beta) return kNoScore;
  if (IsWin(score)) score = beta;
  if (null_move_min_ply_ != 0 || depth < params::kNmpVerifyDepth) {
    StoreEvaluation(node);
    return score;
  }

  null_move_min_ply_ = ply + 3 * reduced / 4;
  const int verified = Search<NodeType::kNonPv>(beta - 1, beta, reduced, ply, false);
  null_move_min_ply_ = 0;
  if (stopped_ || verified < beta) return kNoScore;
  return score;
}

// ProbCut: a good capture that beats beta by a margin in a shallow search beats beta in a deep one.
int Worker::TryProbCut(Node& node, int beta, int depth, bool cut_node) {
  const int raised =
      beta + params::kProbCutMargin - (node.improving ? params::kProbCutImproving : 0);
  if (depth < params::kProbCutDepth || IsDecisive(beta)) return kNoScore;
  const tt::TtData& data = node.tt.data;
  if (node.tt.hit && data.score != kNoScore && data.score < raised &&
      data.depth > depth - params::kProbCutReduction) {
    return kNoScore;
  }
  const PickerContext context{position_, *histories_, node.attacks,
                              stack_->ContinuationsAt(node.ply), &tables_.shared()};
  MovePicker picker = MovePicker::ForProbCut(context, node.tt_move, raised - node.ss->static_eval);
  for (Move move = picker.Next(); move; move = picker.Next()) {
    MakeMove(move, node.ply);
    int score = -Quiesce<NodeType::kNonPv>(-raised, -raised + 1, node.ply + 1, false);
    if (score >= raised) {
      score = -Search<NodeType::kNonPv>(-raised, -raised + 1, depth - params::kProbCutReduction,
                                        node.ply + 1, !cut_node);
    }
    position_.Unmake(move);
    if (stopped_) return kNoScore;
    if (score >= raised) {
      Store(node, move, score, depth - params::kProbCutReduction + 1, Bound::kLower);
      return IsDecisive(score) ? score : score - (raised - beta);
    }
  }
  return kNoScore;
}

// Not before there is a move that does not lose, and not where any move may be bad (zugzwang).
bool Worker::MayPruneMoves(int best) const {
  return !full_width_ && !IsLoss(best) &&
         position_.material().HasNonPawns(position_.side_to_move());
}

bool Worker::PruneMove(const Node& node, Move move, const MoveFacts& facts, int alpha, int depth,
                       int& best, MovePicker& picker) {
  const StackEntry& ss = *node.ss;
  const auto& [move_number, history, reduction, gives_check] = facts;
  const int lmr_depth = LmrDepth(depth, reduction);
  if (gives_check || position_.IsNoisy(move)) {
    // Captures that do not bring the evaluation near alpha.
    if (!gives_check && !ss.in_check && move_number > 1 && !move.IsPromotion() &&
        lmr_depth <= params::kCaptureFutilityDepth &&
        ss.static_eval + params::kCaptureFutilityBase + params::kCaptureFutilityFactor * lmr_depth +
                board::TunedSeeValues{}[position_.CapturedType(move)] +
                history / params::kCaptureFutilityHistoryDivisor <=
            alpha) {
      return true;
    }
    // Captures and checks that lose too much in exchange; those that have done well may lose more.
    const int margin = params::kSeeNoisyMargin * depth + history / params::kSeeHistoryDivisor;
    return move_number > 1 &&
           !board::SeeAtLeast(position_, move, -std::max(margin, 0), node.attacks.enemy_all);
  }
  // Late moves: the order is good enough to trust.
  if (move_number >= LateMoveCount(depth, node.improving)) picker.SkipQuiets();

  // Moves with a bad record.
  if (depth <= params::kHistoryPruningDepth && history < -params::kHistoryPruningFactor * depth) {
    picker.SkipQuiets();
    return true;
  }
  if (SkipFutileQuiets(ss, lmr_depth, history, alpha, best, picker)) return true;

  // Quiet moves that lose material.
  return !board::SeeAtLeast(position_, move, -params::kSeeQuietMargin * lmr_depth * lmr_depth,
                            node.attacks.enemy_all);
}

// Where even a quiet move with an excellent record would be futile after `count` others, the quiet
// moves need not be generated.
void Worker::SpareFutileQuiets(const Node& node, int count, int alpha, int depth, int& best,
                               MovePicker& picker) {
  if (!MayPruneMoves(best)) return;
  const int lmr_depth = LmrDepth(depth, reductions_.Base(depth, count + 1, node.improving));
  SkipFutileQuiets(*node.ss, lmr_depth, params::kFutilityUnseenHistory, alpha, best, picker);
}

// Searches the other moves against a lower bound. Nothing comes near: the table move is singular
// and is extended. Several beat beta: cut at once.
int Worker::SingularExtension(Node& node, int beta, int depth, bool cut_node, bool is_pv,
                              int& cutoff) {
  StackEntry& ss = *node.ss;
  const tt::TtData& data = node.tt.data;
  if (depth < params::kSingularDepth + (ss.tt_pv ? 1 : 0) ||
      data.depth < depth - params::kSingularTtDepth || data.score == kNoScore ||
      IsDecisive(data.score) || (data.bound != Bound::kLower && data.bound != Bound::kExact)) {
    return 0;
  }
  const int lower = data.score - params::kSingularFactor * depth / 16;
  ss.excluded = node.tt_move;
  const int score = Search<NodeType::kNonPv>(lower - 1, lower, (depth - 1) / 2, node.ply, cut_node);
  ss.excluded = Move();
  if (stopped_) return 0;

  if (score < lower) {
    if (is_pv || score >= lower - params::kDoubleExtensionMargin ||
        ss.double_extensions >= params::kDoubleExtensionLimit) {
      return 1;
    }
    ++ss.double_extensions;
    return !node.tt_capture && score < lower - params::kTripleExtensionMargin ? 3 : 2;
  }
  if (lower >= beta && !IsDecisive(lower)) {
    cutoff = lower;
    return 0;
  }
  if (data.score >= beta) return is_pv ? -1 : -2;
  return cut_node ? -2 : 0;
}

void Worker::MakeMove(Move move, int ply) {
  StackEntry& ss = (*stack_)[ply];
  ss.move = move;
  ss.moved = {position_.MovedPiece(move), move.to()};
  ss.quiet = !position_.IsNoisy(move);
  ss.continuation = &histories_->Continuation(ss.in_check, !ss.quiet, ss.moved);
  ss.continuation_correction = &histories_->ContinuationCorrection(ss.moved);
  // What the new position's corrections, look-up and evaluation will read.
  __builtin_prefetch(&(*(*stack_)[ply - 1].continuation_correction)[ss.moved.piece][ss.moved.to]);
  position_.Make(move);
  tables_.PrefetchOwn(position_.key());
  evaluator_.Prefetch(position_);
  nodes_.Increment();
}

void Worker::MakeNullMove(int ply) {
  StackEntry& ss = (*stack_)[ply];
  ss.move = Move();
  ss.moved = PieceTo{};
  ss.quiet = false;
  ss.continuation = &histories_->Continuation(false, false, PieceTo{});
  ss.continuation_correction = &histories_->ContinuationCorrection(PieceTo{});
  position_.MakeNull();
  nodes_.Increment();
}

int Worker::EndsHere(int& alpha, int beta, int ply) {
  // In check it may be mate: two knights can, if not by force.
  if (position_.IsRepetition(ply) || position_.IsFiftyMoveDraw() ||
      (position_.IsInsufficientMaterial() && !position_.InCheck())) {
    return DrawScore();
  }
  if (alpha < 0 && position_.HasUpcomingRepetition(ply)) {
    alpha = DrawScore();
    if (alpha >= beta) return alpha;
  }
  if (ply >= kMaxPly - 1) return position_.InCheck() ? 0 : evaluator_.Evaluate(position_);
  return kNoScore;
}

}  // namespace notochord::search
