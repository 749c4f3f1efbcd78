#include "engine/search/move_picker.h"

#include <array>

#include "engine/base/params.h"
#include "engine/board/generator.h"
#include "engine/board/see.h"
#include "engine/search/target_groups.h"

namespace notochord::search {

using board::Bit;
using board::Contains;
using board::GenerationKind;
using board::Move;
using board::PopFirst;
using board::Position;

namespace {

// Captures come before all quiet moves, where both are in one list.
constexpr int kCaptureFirst = 1 << 24;

}  // namespace

MovePicker::MovePicker(const PickerContext& context, Move tt_move, Stage stage, int threshold)
    : context_(context), tt_move_(tt_move), stage_(stage), threshold_(threshold) {
  if (!tt_move_) Advance();
}

MovePicker::MovePicker(const PickerContext& context, Move tt_move, Move killer, Move counter)
    : MovePicker(context, tt_move,
                 context.position.InCheck() ? Stage::kEvasionTtMove : Stage::kTtMove, 0) {
  if (context.position.InCheck()) return;  // evasions have no stages for them
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

inline int MovePicker::CaptureScore(Move move, PieceType victim) const {
  const PieceTo moved{context_.position.MovedPiece(move), move.to()};
  return context_.histories.Capture(moved, victim) +
         params::kMvvFactor * board::TunedSeeValues{}[victim] / 16;
}

// Takes the generator's captures and promotions in, all but the table move.
class MovePicker::NoisySink {
 public:
  // `bonus` is added to every score.
  NoisySink(MovePicker& picker, int bonus) : picker_(picker), bonus_(bonus) {}

  void Piece(Square from, board::Bitboard targets) {
    captures_.Add(targets, {.to_mask = 0, .offset = static_cast<int>(from)});
  }
  void Pawns(board::Bitboard targets, Direction step) {
    captures_.Add(targets, {.to_mask = ~0, .offset = -static_cast<int>(step)});
  }
  void Promotions(board::Bitboard targets, Direction step) {
    board::ForEachPromotion(targets, step, [this](Move move) {
      const int bonus = move.promotion() == PieceType::kQueen ? params::kQueenPromotionScore
                                                              : -params::kQueenPromotionScore * 4;
      AddRare(move, picker_.CaptureScore(move, VictimOf(move)) + bonus);
    });
  }
  // En passant.
  void One(Move move) { AddRare(move, picker_.CaptureScore(move, PieceType::kPawn)); }

  // Takes in what has been put off.
  void Finish() {
    captures_.ForEach([this](const Origin& origin, Square to) {
      const Move move(origin.Of(to), to);
      Add(move, picker_.CaptureScore(move, VictimOf(move)));
    });
  }

 private:
  // Where the captures of a set come from: one square, or, for pawns, all by one step.
  struct Origin {
    int to_mask;  // 0 or all ones: does the target matter?
    int offset;
    Square Of(Square to) const {
      return static_cast<Square>((static_cast<int>(to) & to_mask) + offset);
    }
  };

  PieceType VictimOf(Move move) const {
    return TypeOf(picker_.context_.position.PieceOn(move.to()));
  }
  void Add(Move move, int score) {
    if (move != picker_.tt_move_) picker_.moves_.Add(move, score + bonus_);
  }
  [[gnu::noinline]] void AddRare(Move move, int score) { Add(move, score); }

  MovePicker& picker_;
  const int bonus_;
  // King, officers and pinned pawns one by one, other pawns to either side.
  TargetGroups<Origin, 18> captures_;
};

// Takes the generator's quiet moves in, all but those that have a stage of their own.
class MovePicker::QuietSink {
 public:
  explicit QuietSink(MovePicker& picker)
      : position_(picker.context_.position),
        handed_out_{picker.tt_move_, picker.killer_, picker.counter_},
        discoverers_(position_.Blockers(~position_.side_to_move())),
        moves_(picker.moves_),
        may_check_(picker.may_check_),
        scorer_(position_, picker.context_.histories, picker.context_.attacks,
                picker.context_.continuations) {}

  void Piece(Square from, board::Bitboard targets) {
    if (targets != 0) AddPiece(from, targets);
  }
  void Pawns(board::Bitboard targets, Direction step) {
    if (targets != 0) AddPawns(targets, step);
  }
  void Promotions(board::Bitboard /*targets*/, Direction /*step*/) {}  // are noisy
  // Castling.
  void One(Move move) {
    may_check_ = true;
    if (IsHandedOut(move)) return;
    QuietScorer::Scores& scores = NextScores();
    scorer_.ScorePiece(move.from(), scores);
    moves_.Add(move, scores[move.to()]);
  }

  // Takes in what has been put off: the moves of pieces.
  void Finish() {
    pieces_.ForEach([this](const ScoredPiece& piece, Square to) {
      moves_.Add(Move(piece.from, to), (*piece.scores)[to]);
    });
  }

 private:
  static constexpr std::size_t kMostPieces = 16;
  struct ScoredPiece {
    Square from;
    const QuietScorer::Scores* scores;
  };

  // Out of line: the generator calls them from many places.
  [[gnu::noinline]] void AddPiece(Square from, board::Bitboard targets) {
    const PieceType pt = TypeOf(position_.PieceOn(from));
    const board::Bitboard checks =
        pt == PieceType::kKing ? 0 : position_.CheckSquares(pt) & targets;
    may_check_ |= checks != 0 || Contains(discoverers_, from);
    QuietScorer::Scores& scores = NextScores();
    scorer_.ScorePiece(from, scores);
    for (board::Bitboard b = checks; b != 0;) {
      const Square to = PopFirst(b);
      scores[to] = static_cast<std::int16_t>(scores[to] + scorer_.CheckExtra(from, to));
    }
    for (const Move move : handed_out_) {
      if (move == Move(from, move.to())) targets &= ~Bit(move.to());
    }
    pieces_.Add(targets, {from, &scores});
  }
  [[gnu::noinline]] void AddPawns(board::Bitboard targets, Direction step) {
    const board::Bitboard checks = position_.CheckSquares(PieceType::kPawn);
    may_check_ |= ((targets & checks) | discoverers_) != 0;
    QuietScorer::Scores& scores = NextScores();
    scorer_.ScorePawns(scores);
    while (targets != 0) {
      const Square to = PopFirst(targets);
      const Square from = to - step;
      if (IsHandedOut(Move(from, to))) continue;
      const int check = Contains(checks, to) ? scorer_.CheckExtra(from, to) : 0;
      moves_.Add(Move(from, to), scores[to] + scorer_.PawnExtra(from, to) + check);
    }
  }
  bool IsHandedOut(Move move) const {
    return move == handed_out_[0] || move == handed_out_[1] || move == handed_out_[2];
  }
  // Those of the next piece that waits, until then anybody's.
  QuietScorer::Scores& NextScores() { return scores_[pieces_.size()]; }

  const Position& position_;
  const std::array<Move, 3> handed_out_;  // by stages of their own
  const board::Bitboard discoverers_;
  ScoredMoves& moves_;
  bool& may_check_;
  const QuietScorer scorer_;
  TargetGroups<ScoredPiece, kMostPieces> pieces_;
  alignas(kVectorBytes) std::array<QuietScorer::Scores, kMostPieces + 1> scores_;
};

void MovePicker::AddNoisy(int bonus) {
  NoisySink sink(*this, bonus);
  board::GenerateInto<GenerationKind::kNoisy>(context_.position, sink);
  sink.Finish();
}

void MovePicker::AddQuiets(bool checks_only) {
  QuietSink sink(*this);
  board::GenerateQuietInto(context_.position, sink, checks_only);
  sink.Finish();
}

void MovePicker::Start() {
  moves_.Seal();
  SetNext(moves_.Best());
}

ScoredMove MovePicker::TakeBest() {
  const ScoredMove taken = next_;
  if (taken) SetNext(moves_.After(taken));
  return taken;
}

Move MovePicker::NextGoodCapture() {
  while (const ScoredMove best = TakeBest()) {
    // A capture with a good record may lose a little in exchange.
    if (board::SeeAtLeast(context_.position, best.move(),
                          -best.score() / params::kGoodCaptureDivisor,
                          context_.attacks.enemy_all)) {
      return best.move();
    }
    bad_captures_.push_back(best.move());
  }
  return Move();
}

Move MovePicker::NextQuiet() {
  if (!skip_quiets_) return TakeBest().move();
  if (!may_check_) return Move();
  const Position& position = context_.position;
  const board::Bitboard checks = position.CheckSquares(PieceType::kPawn) |
                                 position.CheckSquares(PieceType::kKnight) |
                                 position.CheckSquares(PieceType::kQueen);
  const board::Bitboard discoverers = position.Blockers(~position.side_to_move());
  while (next_check_ != moves_.size()) {
    const ScoredMove scored = moves_[next_check_++];
    const Move move = scored.move();
    const bool may_check =
        Contains(checks, move.to()) || Contains(discoverers, move.from()) || move.IsCastling();
    // What is above the next one was handed out before.
    if (may_check && scored <= next_ && position.GivesCheck(move)) return move;
  }
  return Move();
}

Move MovePicker::NextWinningCapture() {
  while (const ScoredMove best = TakeBest()) {
    if (board::SeeAtLeast(context_.position, best.move(), threshold_)) return best.move();
  }
  return Move();
}

Move MovePicker::NextBadCapture() {
  return next_bad_ < bad_captures_.size() ? bad_captures_[next_bad_++] : Move();
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
      AddNoisy(0);
      Start();
      Advance();
      [[fallthrough]];
    case Stage::kGoodCaptures:
      if (const Move move = NextGoodCapture()) return move;
      Advance();
      [[fallthrough]];
    case Stage::kKiller:
      Advance();
      if (IsPlayableQuiet(killer_)) {
        Prefetch(killer_);
        return killer_;
      }
      [[fallthrough]];
    case Stage::kCounter:
      Advance();
      if (counter_ != killer_ && IsPlayableQuiet(counter_)) {
        Prefetch(counter_);
        return counter_;
      }
      [[fallthrough]];
    case Stage::kGenerateQuiets:
      Advance();
      moves_.Clear();
      AddQuiets(skip_quiets_);
      Start();
      [[fallthrough]];
    case Stage::kQuiets:
      if (const Move move = NextQuiet()) return move;
      Advance();
      [[fallthrough]];
    case Stage::kBadCaptures:
      return NextBadCapture();

    case Stage::kGenerateEvasions:
      AddNoisy(kCaptureFirst);
      AddQuiets(false);
      Start();
      Advance();
      [[fallthrough]];
    case Stage::kEvasions:
      return TakeBest().move();

    case Stage::kGenerateQuiescence:
      AddNoisy(0);
      Start();
      Advance();
      [[fallthrough]];
    case Stage::kQuiescence:
      if (const Move move = TakeBest().move()) return move;
      if (!quiet_checks_) return Move();
      moves_.Clear();
      AddQuiets(true);
      Start();
      Advance();
      [[fallthrough]];
    case Stage::kQuietChecks:
      return TakeBest().move();

    case Stage::kGenerateProbCut:
      AddNoisy(0);
      Start();
      Advance();
      [[fallthrough]];
    case Stage::kProbCut:
      return NextWinningCapture();
  }
  return Move();
}

}  // namespace notochord::search
