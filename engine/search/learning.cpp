// What cutoffs teach about moves, and what search results teach about the static evaluation.
#include <algorithm>
#include <cstdlib>

#include "engine/base/params.h"
#include "engine/search/node.h"
#include "engine/search/worker.h"

namespace notochord::search {

using board::Move;

namespace {

int Bonus(int depth) {
  return std::min(params::kBonusFactor * depth - params::kBonusOffset, params::kBonusMax);
}
int Malus(int depth) {
  return std::min(params::kMalusFactor * depth - params::kMalusOffset, params::kMalusMax);
}

}  // namespace

int Worker::QuietHistory(const Node& node, Move move) {
  const Piece piece = position_.MovedPiece(move);
  const Square to = move.to();
  return histories_->Butterfly(position_.side_to_move(), move, node.attacks.enemy_all) +
         histories_->Pawn(position_, {piece, to}) +
         (*(*stack_)[node.ply - 1].continuation)[piece][to] +
         (*(*stack_)[node.ply - 2].continuation)[piece][to];
}

MoveScore& Worker::CaptureHistory(Move move) {
  return histories_->Capture({position_.MovedPiece(move), move.to()}, position_.CapturedType(move));
}

void Worker::UpdateQuiet(const Node& node, Move move, int bonus) {
  const PieceTo moved{position_.MovedPiece(move), move.to()};
  histories_->Butterfly(position_.side_to_move(), move, node.attacks.enemy_all).Update(bonus);
  histories_->Pawn(position_, moved).Update(bonus);
  stack_->UpdateContinuations(node.ply, moved, bonus);
}

// The quiet move that led to this ply was better or worse than its record.
void Worker::LearnAboutPrevious(int ply, int bonus) {
  const StackEntry& previous = (*stack_)[ply - 1];
  histories_->Butterfly(~position_.side_to_move(), previous.move, previous.threats).Update(bonus);
  if (!previous.in_check) stack_->UpdateContinuations(ply - 1, previous.moved, bonus);
}

// What the change of the static evaluation tells: whether the last move was good for him who made
// it, and, where it was searched with less depth, whether that was too little or still too much.
// Returns the new depth.
int Worker::LearnFromEval(const Node& node, int depth) {
  const StackEntry& ss = *node.ss;
  const StackEntry& previous = (*stack_)[node.ply - 1];
  if (ss.in_check || previous.static_eval == kNoScore) return depth;
  const int gain = -(previous.static_eval + ss.static_eval);  // of the opponent
  if (previous.quiet) {
    const int bonus =
        std::clamp(params::kEvalGainFactor * gain, -params::kEvalGainMax, params::kEvalGainMax) +
        params::kEvalGainOffset;
    histories_->Butterfly(~position_.side_to_move(), previous.move, previous.threats).Update(bonus);
  }
  if (full_width_) return depth;
  if (previous.reduction >= params::kHindsightDeeper && gain >= 0) return depth + 1;
  if (previous.reduction >= params::kHindsightShallower && depth >= 2 &&
      -gain > params::kHindsightMargin) {
    return depth - 1;
  }
  return depth;
}

void Worker::LearnFromCutoff(const Node& node, Move best, int depth) {
  const int bonus = Bonus(depth);
  const int malus = Malus(depth);
  if (position_.IsNoisy(best)) {
    CaptureHistory(best).Update(bonus);
  } else {
    node.ss->killer = best;
    const StackEntry& previous = (*stack_)[node.ply - 1];
    if (previous.move) histories_->Counter(previous.moved) = best;
    UpdateQuiet(node, best, bonus);
    for (const Move move : node.quiets) UpdateQuiet(node, move, -malus);
  }
  for (const Move move : node.captures) CaptureHistory(move).Update(-malus);
}

int Worker::CorrectionOf(int ply) {
  const StackEntry& last = (*stack_)[ply - 1];
  const StackEntry& before = (*stack_)[ply - 2];
  int sum = params::kPawnCorrectionWeight * histories_->PawnCorrection(position_) +
            params::kMinorCorrectionWeight * histories_->MinorCorrection(position_) +
            params::kMajorCorrectionWeight * histories_->MajorCorrection(position_);
  for (Color c : kColors) {
    sum += params::kNonPawnCorrectionWeight * histories_->NonPawnCorrection(position_, c);
  }
  if (last.move && before.move) {
    sum += params::kContinuationCorrectionWeight *
           (*before.continuation_correction)[last.moved.piece][last.moved.to];
  }
  return sum / 2048;
}

void Worker::UpdateCorrections(int ply, int bonus) {
  const StackEntry& last = (*stack_)[ply - 1];
  const StackEntry& before = (*stack_)[ply - 2];
  histories_->PawnCorrection(position_).Update(bonus);
  histories_->MinorCorrection(position_).Update(bonus);
  histories_->MajorCorrection(position_).Update(bonus);
  for (Color c : kColors) histories_->NonPawnCorrection(position_, c).Update(bonus);
  if (last.move && before.move) {
    (*before.continuation_correction)[last.moved.piece][last.moved.to].Update(bonus);
  }
}

}  // namespace notochord::search
