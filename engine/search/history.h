// What the search has learned about moves, and about the evaluation's errors, from cutoffs so far.
// Every value is pulled towards its bound by less the nearer it is ("gravity"), so tables never
// overflow and forget old lessons.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

#include "engine/base/types.h"
#include "engine/board/move.h"
#include "engine/board/position.h"

namespace notochord::search {

// A learned value in [-Bound, Bound].
template <int Bound>
class HistoryEntry {
 public:
  operator int() const { return value_; }  // NOLINT(google-explicit-constructor)
  void Update(int bonus) {
    const int b = std::clamp(bonus, -Bound, Bound);
    value_ = static_cast<std::int16_t>(value_ + b - value_ * std::abs(b) / Bound);
  }
  void Set(int value) { value_ = static_cast<std::int16_t>(value); }

 private:
  std::int16_t value_ = 0;
};

inline constexpr int kHistoryBound = 16384;
inline constexpr int kCorrectionBound = 1024;

using MoveScore = HistoryEntry<kHistoryBound>;
using Correction = HistoryEntry<kCorrectionBound>;

// A piece and the square it goes to: what continuation histories are indexed by.
struct PieceTo {
  Piece piece = Piece::kWhitePawn;
  Square to = Square::kA1;
};

template <typename T>
using PerPieceTo = PerPiece<PerSquare<T>>;
using ContinuationTable = PerPieceTo<MoveScore>;  // [piece][to] of the reply
using CorrectionTable = PerPieceTo<Correction>;

// The four continuation tables that apply at a ply: after the moves 1, 2, 4 and 6 plies ago.
using Continuations = std::array<ContinuationTable*, 4>;

// By origin and target, and whether the opponent attacks them.
struct ButterflyTable {
  // [origin threatened][target threatened][origin][target]
  std::array<std::array<PerSquare<PerSquare<MoveScore>>, 2>, 2> scores;

  MoveScore& At(board::Move m, board::Bitboard threats) {
    const Square from = m.from();
    const Square to = m.to();
    return scores[board::Contains(threats, from)][board::Contains(threats, to)][from][to];
  }
  const MoveScore& At(Square from, Square to, board::Bitboard threats) const {
    return RowOf(from, board::Contains(threats, from), board::Contains(threats, to))[to];
  }
  const PerSquare<MoveScore>& RowOf(Square from, bool from_threatened, bool to_threatened) const {
    return scores[from_threatened][to_threatened][from];
  }
};

class Histories {
 public:
  // Sets everything back to its start value.
  void Clear();

  // --- Quiet moves
  // `threats`: squares that the opponent attacks.
  MoveScore& Butterfly(Color us, board::Move m, board::Bitboard threats) {
    return butterfly_[us].At(m, threats);
  }
  const ButterflyTable& ButterflyOf(Color us) const { return butterfly_[us]; }
  MoveScore& Pawn(const board::Position& p, PieceTo pt) { return PawnsOf(p)[pt.piece][pt.to]; }
  PerPieceTo<MoveScore>& PawnsOf(const board::Position& p) {
    return pawn_[p.pawn_key() % kPawnSlots];
  }
  ContinuationTable& Continuation(bool in_check, bool capture, PieceTo pt) {
    return continuation_[in_check][capture][pt.piece][pt.to];
  }
  board::Move& Counter(PieceTo previous) { return counter_[previous.piece][previous.to]; }

  // --- Captures
  MoveScore& Capture(PieceTo pt, PieceType victim) {
    return capture_[pt.piece][pt.to][Index(victim)];
  }

  // --- Errors of the static evaluation
  Correction& PawnCorrection(const board::Position& p) {
    return pawn_correction_[p.side_to_move()][p.pawn_key() % kCorrectionSlots];
  }
  Correction& MinorCorrection(const board::Position& p) {
    return minor_correction_[p.side_to_move()][p.minor_key() % kCorrectionSlots];
  }
  Correction& MajorCorrection(const board::Position& p) {
    return major_correction_[p.side_to_move()][p.major_key() % kCorrectionSlots];
  }
  Correction& NonPawnCorrection(const board::Position& p, Color of) {
    return non_pawn_correction_[of][p.side_to_move()][p.non_pawn_key(of) % kCorrectionSlots];
  }
  CorrectionTable& ContinuationCorrection(PieceTo pt) {
    return continuation_correction_[pt.piece][pt.to];
  }

 private:
  static constexpr std::size_t kPawnSlots = 512;
  static constexpr std::size_t kCorrectionSlots = 16384;
  using CorrectionSlots = PerColor<std::array<Correction, kCorrectionSlots>>;

  PerColor<ButterflyTable> butterfly_;
  std::array<PerPieceTo<MoveScore>, kPawnSlots> pawn_;  // [pawn structure][piece][to]
  // [in check][was a capture][piece][to] of the earlier move, then of the reply
  std::array<std::array<PerPieceTo<ContinuationTable>, 2>, 2> continuation_;
  PerPieceTo<board::Move> counter_;  // [piece][to] of the previous move
  // [piece][to][captured type; kNone for quiet promotions]
  PerPieceTo<std::array<MoveScore, 7>> capture_;
  CorrectionSlots pawn_correction_;  // [side to move][key]
  CorrectionSlots minor_correction_;
  CorrectionSlots major_correction_;
  PerColor<CorrectionSlots> non_pawn_correction_;        // [whose pieces][side to move][key]
  PerPieceTo<CorrectionTable> continuation_correction_;  // [move before last], then [last move]
};

}  // namespace notochord::search
