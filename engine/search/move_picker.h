// Hands out the moves of a node one by one, the most promising first, generating and scoring no
// more than needed: table move, good captures, killer and counter move, quiet moves, bad captures.
// It has the transposition table's entries after them on their way before they are handed out; that
// of the table move is left to the owner, who knows the move much earlier.
#pragma once

#include <cstdint>

#include "engine/base/static_vector.h"
#include "engine/board/move.h"
#include "engine/board/position.h"
#include "engine/eval/attack_cache.h"
#include "engine/search/history.h"
#include "engine/search/quiet_scorer.h"
#include "engine/search/scored_moves.h"
#include "engine/tt/transposition_table.h"

namespace notochord::search {

// What the picker may know about the node. It must outlive the picker, which keeps no copy.
struct PickerContext {
  const board::Position& position;
  Histories& histories;
  const eval::AttackSummary& attacks;  // empty in quiescence out of check; ProbCut needs none
  Continuations continuations;
  const tt::TranspositionTable* table;  // null: the moves lead to quiescence, which does not ask it
};

class MovePicker {
 public:
  // All moves, for the main search. `killer` and `counter` may be any moves.
  MovePicker(const PickerContext& context, board::Move tt_move, board::Move killer,
             board::Move counter);
  // Quiescence: captures and promotions, then quiet checks if asked for; in check, all evasions.
  static MovePicker ForQuiescence(const PickerContext& context, board::Move tt_move,
                                  bool quiet_checks);
  // ProbCut: captures that win at least `threshold` in exchange.
  static MovePicker ForProbCut(const PickerContext& context, board::Move tt_move, int threshold);

  // The next move; the null move at the end.
  board::Move Next();
  // From now on no quiet moves but checks, which may be a sacrifice that mates. Has no effect on
  // evasions.
  void SkipQuiets() { skip_quiets_ = true; }
  // Are those still to be generated that SkipQuiets would spare?
  bool MaySpareQuiets() const { return stage_ <= Stage::kGenerateQuiets && !skip_quiets_; }

 private:
  enum class Stage : std::uint8_t {
    kTtMove,
    kGenerateCaptures,
    kGoodCaptures,
    kKiller,
    kCounter,
    kGenerateQuiets,
    kQuiets,
    kBadCaptures,
    kEvasionTtMove,
    kGenerateEvasions,
    kEvasions,
    kQuiescenceTtMove,
    kGenerateQuiescence,
    kQuiescence,
    kQuietChecks,
    kProbCutTtMove,
    kGenerateProbCut,
    kProbCut
  };
  class QuietSink;
  class NoisySink;

  MovePicker(const PickerContext& context, board::Move tt_move, Stage stage, int threshold);

  void Advance() { stage_ = static_cast<Stage>(static_cast<int>(stage_) + 1); }
  void AddNoisy(int bonus);  // which is added to every score
  void AddQuiets(bool checks_only);
  void Start();  // all moves of the list are in
  int CaptureScore(board::Move move, PieceType victim) const;
  void Prefetch(board::Move move) const {
    if (context_.table != nullptr) {
      context_.table->Prefetch(context_.position.KeyAfter(move));
    }
  }
  // What will be taken next. Its entry comes while the move before it is searched.
  void SetNext(ScoredMove next) {
    next_ = next;
    if (next) Prefetch(next.move());
  }
  // Takes the best of the rest. The null move when none is left.
  ScoredMove TakeBest();
  board::Move NextGoodCapture();
  board::Move NextQuiet();
  board::Move NextBadCapture();
  board::Move NextWinningCapture();  // by threshold_
  bool IsWanted(board::Move quiet) const;
  bool IsPlayableQuiet(board::Move move) const;

  const PickerContext& context_;
  board::Move tt_move_;
  board::Move killer_;
  board::Move counter_;
  Stage stage_;
  bool skip_quiets_ = false;
  bool may_check_ = false;  // some quiet move of moves_ may
  int threshold_ = 0;
  bool quiet_checks_ = false;
  ScoredMoves moves_;
  ScoredMove next_ = ScoredMove::None();
  std::size_t next_check_ = 0;  // where to look for checks, once quiet moves are skipped
  std::size_t next_bad_ = 0;
  board::MoveList bad_captures_;
};

}  // namespace notochord::search
