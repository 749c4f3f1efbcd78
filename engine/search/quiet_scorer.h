// Scores quiet moves for the move picker, from the histories and from what attacks where. Made once
// for a node and then for each of its pieces: the scores of a piece's moves to all 64 squares are
// added up at once, in vectors, which takes less than a handful of them one by one.
#pragma once

#include <cstdint>

#include "engine/base/lanes.h"
#include "engine/base/params.h"
#include "engine/board/position.h"
#include "engine/board/see.h"
#include "engine/eval/attack_cache.h"
#include "engine/search/history.h"

namespace notochord::search {

class QuietScorer {
 public:
  QuietScorer(const board::Position& position, Histories& histories,
              const eval::AttackSummary& attacks, const Continuations& continuations)
      : position_(position),
        attacks_(attacks),
        butterfly_(histories.ButterflyOf(position.side_to_move())),
        pawns_(histories.PawnsOf(position)),
        continuations_(continuations) {}

  // [target] In eighths of the unit that the parts of a score have, so that their sum fits.
  using Scores = PerSquare<std::int16_t>;

  // The moves of the king or an officer.
  void ScorePiece(Square from, Scores& scores) const {
    const Piece piece = position_.PieceOn(from);
    const auto [danger, weight] = DangerOf(TypeOf(piece));
    const bool threatened = board::Contains(attacks_.enemy_all, from);
    const Row& safe = butterfly_.RowOf(from, threatened, false);
    const Row& unsafe = butterfly_.RowOf(from, threatened, true);
    // Leaving and entering the reach of lesser pieces.
    const Lanes entering = Shorts::All(weight);
    const Lanes leaving = Shorts::All(board::Contains(danger, from) ? weight : std::int16_t{0});
    for (std::size_t i = 0; i < kSquareCount; i += Shorts::kLanes) {
      const Lanes attacked = LanesOfBits(attacks_.enemy_all >> i);
      const Lanes butterfly = (Load(unsafe, i) & attacked) | (Load(safe, i) & ~attacked);
      const Lanes sum =
          Learned(piece, i) + (butterfly >> 2) + leaving - (entering & LanesOfBits(danger >> i));
      Shorts::Store(sum, &scores.values[i]);
    }
  }
  // The same for pawns, but for what depends on where they come from.
  void ScorePawns(Scores& scores) const {
    const Piece pawn = MakePiece(position_.side_to_move(), PieceType::kPawn);
    for (std::size_t i = 0; i < kSquareCount; i += Shorts::kLanes) {
      Shorts::Store(Learned(pawn, i), &scores.values[i]);
    }
  }
  // What a pawn's move has besides.
  int PawnExtra(Square from, Square to) const {
    return butterfly_.At(from, to, attacks_.enemy_all) >> 2;
  }
  // What a move to one of its check squares has besides.
  int CheckExtra(Square from, Square to) const {
    return board::SeeAtLeast(position_, board::Move(from, to), -params::kCheckSeeMargin)
               ? params::kQuietCheckScore / kUnit
               : 0;
  }

 private:
  using Shorts = Vector<std::int16_t>;
  using Lanes = Shorts::Lanes;
  using Row = PerSquare<MoveScore>;  // [target]
  static constexpr int kUnit = 8;
  static_assert(sizeof(Row) == kSquareCount * sizeof(std::int16_t));
  // Histories at their bounds leave room for two weights of 40000, the most that parameters allow.
  static_assert(3 * (kHistoryBound / 4) + 2 * (kHistoryBound / 8) + kHistoryBound / 16 +
                    2 * (40000 / kUnit) <=
                INT16_MAX);

  struct Danger {
    board::Bitboard squares;  // that lesser pieces attack
    std::int16_t weight;
  };
  Danger DangerOf(PieceType pt) const {
    const auto weight = [](int score) { return static_cast<std::int16_t>(score / kUnit); };
    switch (pt) {
      case PieceType::kKnight:
      case PieceType::kBishop:
        return {attacks_.enemy_pawns, weight(params::kMinorThreatScore)};
      case PieceType::kRook:
        return {attacks_.enemy_minors, weight(params::kRookThreatScore)};
      case PieceType::kQueen:
        return {attacks_.enemy_rooks, weight(params::kQueenThreatScore)};
      default:
        return {0, 0};
    }
  }

  static Lanes Load(const Row& row, std::size_t i) { return Shorts::Load(&row.values[i]); }
  // The shares of pawn and continuation histories.
  Lanes Learned(Piece piece, std::size_t i) const {
    return (Load(pawns_[piece], i) >> 2) + (Load((*continuations_[0])[piece], i) >> 2) +
           (Load((*continuations_[1])[piece], i) >> 3) +
           (Load((*continuations_[2])[piece], i) >> 3) +
           (Load((*continuations_[3])[piece], i) >> 4);
  }

  const board::Position& position_;
  const eval::AttackSummary& attacks_;
  const ButterflyTable& butterfly_;
  const PerPieceTo<MoveScore>& pawns_;
  const Continuations continuations_;
};

}  // namespace notochord::search
