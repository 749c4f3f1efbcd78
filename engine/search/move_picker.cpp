#include "engine/search/move_picker.h"

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

MovePicker MovePicker::ForQuiescence(const PickerContext& context, Move tt_move,
                                     bool quiet_checks) {
  MovePicker picker(context, tt_move,
                    context.position.InCheck() ? Stage::kEvasionTtMove : Stage::kQuiescenceTtMove,
                    0);
  picker.quiet_checks_ = quiet_checks;
  return picker;
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

// Scores quiet moves. Made once for all of a node's, so that what they share is looked up once.
class MovePicker::QuietScorer {
 public:
  explicit QuietScorer(const PickerContext& context)
      : position_(context.position),
        threats_(context.attacks.enemy_all),
        butterfly_(context.histories.ButterflyOf(position_.side_to_move())),
        pawns_(context.histories.PawnsOf(position_)),
        continuations_(context.continuations) {
    const eval::AttackSummary& attacks = context.attacks;
    danger_[PieceType::kKnight] = danger_[PieceType::kBishop] = attacks.enemy_pawns;
    danger_[PieceType::kRook] = attacks.enemy_minors;
    danger_[PieceType::kQueen] = attacks.enemy_rooks;
    weight_[PieceType::kKnight] = weight_[PieceType::kBishop] = params::kMinorThreatScore;
    weight_[PieceType::kRook] = params::kRookThreatScore;
    weight_[PieceType::kQueen] = params::kQueenThreatScore;
    for (PieceType pt : kPieceTypes) {
      if (pt != PieceType::kKing) checks_[pt] = position_.CheckSquares(pt);
    }
  }

  int operator()(Move move) const {
    const Piece piece = position_.MovedPiece(move);
    const PieceType pt = TypeOf(piece);
    const Square to = move.to();
    int score = 2 * butterfly_.At(move, threats_);
    score += 2 * pawns_[piece][to];
    score += 2 * (*continuations_[0])[piece][to];
    score += (*continuations_[1])[piece][to];
    score += (*continuations_[2])[piece][to];
    score += (*continuations_[3])[piece][to] / 2;
    // Leaving or entering the reach of lesser pieces.
    score += weight_[pt] * (static_cast<int>(Contains(danger_[pt], move.from())) -
                            static_cast<int>(Contains(danger_[pt], to)));
    if (Contains(checks_[pt], to) && board::SeeAtLeast(position_, move, -params::kCheckSeeMargin)) {
      score += params::kQuietCheckScore;
    }
    return score;
  }

 private:
  const Position& position_;
  const board::Bitboard threats_;
  const ButterflyTable& butterfly_;
  const PerPieceTo<MoveScore>& pawns_;
  const Continuations continuations_;
  PerPieceType<board::Bitboard> danger_{};  // [type] squares that lesser pieces attack
  PerPieceType<int> weight_{};              // [type]
  PerPieceType<board::Bitboard> checks_{};  // [type] squares that give check
};

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
  const QuietScorer quiet_score(context_);
  for (const Move move : list) {
    if (move != tt_move_ && move != killer_ && move != counter_) {
      moves_.push_back({move, quiet_score(move)});
    }
  }
}

void MovePicker::AddEvasions() {
  // Captures come before all quiet moves.
  constexpr int kCaptureFirst = 1 << 24;
  board::MoveList list;
  board::Generate<GenerationKind::kAll>(context_.position, list);
  const QuietScorer quiet_score(context_);
  for (const Move move : list) {
    if (move == tt_move_) continue;
    const bool noisy = context_.position.IsNoisy(move);
    moves_.push_back({move, noisy ? kCaptureFirst + CaptureScore(move) : quiet_score(move)});
  }
}

void MovePicker::AddQuietChecks() {
  board::MoveList list;
  board::Generate<GenerationKind::kQuietChecks>(context_.position, list);
  const ButterflyTable& butterfly =
      context_.histories.ButterflyOf(context_.position.side_to_move());
  for (const Move move : list) {
    if (move == tt_move_ || move == killer_ || move == counter_) continue;
    const Piece piece = context_.position.MovedPiece(move);
    moves_.push_back({move, butterfly.At(move, context_.attacks.enemy_all) +
                                (*context_.continuations[0])[piece][move.to()]});
  }
}

MovePicker::ScoredMove MovePicker::TakeBest() {
  if (next_ == moves_.size()) return {Move(), 0};
  ScoredMove* const first = moves_.data() + next_++;
  ScoredMove* place = first;
  ScoredMove best = *first;
  for (ScoredMove* i = first + 1; i != moves_.end(); ++i) {
    if (*i > best) {
      best = *i;
      place = i;
    }
  }
  *place = *first;
  return *first = best;
}

Move MovePicker::NextGoodCapture() {
  for (ScoredMove best = TakeBest(); best.move(); best = TakeBest()) {
    // A capture with a good record may lose a little in exchange.
    if (board::SeeAtLeast(context_.position, best.move(),
                          -best.score() / params::kGoodCaptureDivisor)) {
      return best.move();
    }
    moves_[bad_count_++] = best;
  }
  return Move();
}

Move MovePicker::NextQuiet() {
  if (!skip_quiets_) return TakeBest().move();
  while (next_ != moves_.size()) {
    const Move move = moves_[next_++].move();
    if (IsWanted(move)) return move;
  }
  return Move();
}

Move MovePicker::NextWinningCapture() {
  for (ScoredMove best = TakeBest(); best.move(); best = TakeBest()) {
    if (board::SeeAtLeast(context_.position, best.move(), threshold_)) return best.move();
  }
  return Move();
}

Move MovePicker::NextBadCapture() {
  return next_bad_ < bad_count_ ? moves_[next_bad_++].move() : Move();
}

bool MovePicker::IsWanted(Move quiet) const {
  return !skip_quiets_ || context_.position.GivesCheck(quiet);
}

bool MovePicker::IsPlayableQuiet(Move move) const {
  return move && move != tt_move_ && !context_.position.IsNoisy(move) &&
         context_.position.IsPseudoLegal(move) && context_.position.IsLegal(move) && IsWanted(move);
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
      if (IsPlayableQuiet(killer_)) return killer_;
      [[fallthrough]];
    case Stage::kCounter:
      Advance();
      if (counter_ != killer_ && IsPlayableQuiet(counter_)) return counter_;
      [[fallthrough]];
    case Stage::kGenerateQuiets:
      Advance();
      skip_quiets_ ? AddQuietChecks() : AddQuiets();
      [[fallthrough]];
    case Stage::kQuiets:
      if (const Move move = NextQuiet()) return move;
      Advance();
      [[fallthrough]];
    case Stage::kBadCaptures:
      return NextBadCapture();

    case Stage::kGenerateEvasions:
      AddEvasions();
      Advance();
      [[fallthrough]];
    case Stage::kEvasions:
      return TakeBest().move();

    case Stage::kGenerateQuiescence:
      AddCaptures();
      Advance();
      [[fallthrough]];
    case Stage::kQuiescence:
      if (const Move move = TakeBest().move()) return move;
      if (!quiet_checks_) return Move();
      AddQuietChecks();
      Advance();
      [[fallthrough]];
    case Stage::kQuietChecks:
      return TakeBest().move();

    case Stage::kGenerateProbCut:
      AddCaptures();
      Advance();
      [[fallthrough]];
    case Stage::kProbCut:
      return NextWinningCapture();
  }
  return Move();
}

}  // namespace notochord::search
