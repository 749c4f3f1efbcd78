#include "engine/search/move_picker.h"

#include <utility>

#include "engine/base/params.h"
#include "engine/board/movegen.h"
#include "engine/board/see.h"

namespace notochord::search {

using board::Contains;
using board::GenerationKind;
using board::Move;
using board::Position;

MovePicker::MovePicker(const PickerContext& context, Move tt_move, Stage stage, int threshold)
    : context_(context), tt_move_(tt_move), stage_(stage), threshold_(threshold) {
  if (!tt_move_) Advance();
}

MovePicker::MovePicker(const PickerContext& context, Move tt_move, Move killer, Move counter)
    : MovePicker(context, tt_move,
                 context.position.InCheck() ? Stage::kEvasionTtMove : Stage::kTtMove, 0) {
  killer_ = killer;
  counter_ = counter;
}

MovePicker MovePicker::ForQuiescence(const PickerContext& context, Move tt_move) {
  return {context, tt_move,
          context.position.InCheck() ? Stage::kEvasionTtMove : Stage::kQuiescenceTtMove, 0};
}

MovePicker MovePicker::ForProbCut(const PickerContext& context, Move tt_move, int threshold) {
  const bool usable = tt_move && context.position.IsNoisy(tt_move) &&
                      board::SeeAtLeast(context.position, tt_move, threshold);
  return {context, usable ? tt_move : Move(), Stage::kProbCutTtMove, threshold};
}

int MovePicker::CaptureScore(Move move) const {
  const Position& position = context_.position;
  const PieceType victim = position.CapturedType(move);
  int score = context_.histories.Capture({position.MovedPiece(move), move.to()}, victim,
                                         context_.attacks.enemy_all);
  if (victim != PieceType::kNone) {
    score += params::kMvvFactor * board::SeeValues{}[victim] / 16;
  }
  if (move.IsPromotion()) {
    score += move.promotion() == PieceType::kQueen ? params::kQueenPromotionScore
                                                   : -params::kQueenPromotionScore * 4;
  }
  return score;
}

int MovePicker::QuietScore(Move move) const {
  const Position& position = context_.position;
  const Piece piece = position.MovedPiece(move);
  const PieceType pt = TypeOf(piece);
  const Square to = move.to();
  const Color us = position.side_to_move();
  const eval::AttackSummary& attacks = context_.attacks;
  const Continuations& continuations = context_.continuations;

  int score = 2 * context_.histories.Butterfly(us, move, attacks.enemy_all);
  score += 2 * context_.histories.Pawn(position, {piece, to});
  score += 2 * (*continuations[0])[piece][to];
  score += (*continuations[1])[piece][to];
  score += (*continuations[2])[piece][to];
  score += (*continuations[3])[piece][to] / 2;

  // Leaving or entering the reach of lesser pieces.
  if (pt != PieceType::kPawn && pt != PieceType::kKing) {
    const board::Bitboard danger = pt == PieceType::kQueen  ? attacks.enemy_rooks
                                   : pt == PieceType::kRook ? attacks.enemy_minors
                                                            : attacks.enemy_pawns;
    const int weight = pt == PieceType::kQueen  ? params::kQueenThreatScore
                       : pt == PieceType::kRook ? params::kRookThreatScore
                                                : params::kMinorThreatScore;
    score += weight * (static_cast<int>(Contains(danger, move.from())) -
                       static_cast<int>(Contains(danger, to)));
  }
  if (pt != PieceType::kKing && Contains(position.CheckSquares(pt), to) &&
      board::SeeAtLeast(position, move, -params::kCheckSeeMargin)) {
    score += params::kQuietCheckScore;
  }
  return score;
}

void MovePicker::AddCaptures() {
  board::MoveList list;
  board::Generate<GenerationKind::kNoisy>(context_.position, list);
  for (const Move move : list) {
    if (move != tt_move_) moves_.push_back({move, CaptureScore(move)});
  }
}

void MovePicker::AddQuiets() {
  board::MoveList list;
  board::Generate<GenerationKind::kQuiet>(context_.position, list);
  for (const Move move : list) {
    if (move != tt_move_ && move != killer_ && move != counter_) {
      moves_.push_back({move, QuietScore(move)});
    }
  }
}

void MovePicker::AddEvasions() {
  // Captures come before all quiet moves.
  constexpr int kCaptureFirst = 1 << 24;
  board::MoveList list;
  board::Generate<GenerationKind::kAll>(context_.position, list);
  for (const Move move : list) {
    if (move == tt_move_) continue;
    const bool noisy = context_.position.IsNoisy(move);
    moves_.push_back({move, noisy ? kCaptureFirst + CaptureScore(move) : QuietScore(move)});
  }
}

MovePicker::ScoredMove MovePicker::TakeBest() {
  if (next_ == moves_.size()) return {Move(), 0};
  std::size_t best = next_;
  for (std::size_t i = next_ + 1; i < moves_.size(); ++i) {
    if (moves_[i].score > moves_[best].score) best = i;
  }
  std::swap(moves_[next_], moves_[best]);
  return moves_[next_++];
}

Move MovePicker::NextGoodCapture() {
  for (ScoredMove best = TakeBest(); best.move; best = TakeBest()) {
    // A capture with a good record may lose a little in exchange.
    if (board::SeeAtLeast(context_.position, best.move,
                          -best.score / params::kGoodCaptureDivisor)) {
      return best.move;
    }
    bad_captures_.push_back(best.move);
  }
  return Move();
}

Move MovePicker::NextBadCapture() {
  return next_bad_ < bad_captures_.size() ? bad_captures_[next_bad_++] : Move();
}

bool MovePicker::IsPlayableQuiet(Move move) const {
  return move && move != tt_move_ && !context_.position.IsNoisy(move) &&
         context_.position.IsPseudoLegal(move) && context_.position.IsLegal(move);
}

Move MovePicker::Next() {
  switch (stage_) {
    case Stage::kTtMove:
    case Stage::kEvasionTtMove:
    case Stage::kQuiescenceTtMove:
    case Stage::kProbCutTtMove:
      Advance();
      return tt_move_;

    case Stage::kGenerateCaptures:
      AddCaptures();
      Advance();
      [[fallthrough]];
    case Stage::kGoodCaptures:
      if (const Move move = NextGoodCapture()) return move;
      Advance();
      [[fallthrough]];
    case Stage::kKiller:
      Advance();
      if (!skip_quiets_ && IsPlayableQuiet(killer_)) return killer_;
      [[fallthrough]];
    case Stage::kCounter:
      Advance();
      if (!skip_quiets_ && counter_ != killer_ && IsPlayableQuiet(counter_)) return counter_;
      [[fallthrough]];
    case Stage::kGenerateQuiets:
      Advance();
      if (!skip_quiets_) AddQuiets();
      [[fallthrough]];
    case Stage::kQuiets:
      if (!skip_quiets_) {
        if (const Move move = TakeBest().move) return move;
      }
      Advance();
      [[fallthrough]];
    case Stage::kBadCaptures:
      return NextBadCapture();

    case Stage::kGenerateEvasions:
      AddEvasions();
      Advance();
      [[fallthrough]];
    case Stage::kEvasions:
      return TakeBest().move;

    case Stage::kGenerateQuiescence:
      AddCaptures();
      Advance();
      [[fallthrough]];
    case Stage::kQuiescence:
      return TakeBest().move;

    case Stage::kGenerateProbCut:
      AddCaptures();
      Advance();
      [[fallthrough]];
    case Stage::kProbCut:
      for (ScoredMove best = TakeBest(); best.move; best = TakeBest()) {
        if (board::SeeAtLeast(context_.position, best.move, threshold_)) return best.move;
      }
      return Move();
  }
  return Move();
}

}  // namespace notochord::search
