// Scores quiet moves for the move picker, from the histories and from what attacks where. Made once
// for a node and then for each of its pieces, so that what moves share is looked up once.
#pragma once

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

  // The moves of one piece.
  class OfPiece {
   public:
    int operator()(Square from, Square to) const {
      int score = 2 * (butterfly_.At(from, to, threats_) + pawns_[to] + continuation1_[to]) +
                  continuation2_[to] + continuation4_[to] + continuation6_[to] / 2;
      // Leaving or entering the reach of lesser pieces.
      if (board::Contains(danger_, from)) score += weight_;
      if (board::Contains(danger_, to)) score -= weight_;
      if (board::Contains(checks_, to) &&
          board::SeeAtLeast(position_, board::Move(from, to), -params::kCheckSeeMargin)) {
        score += params::kQuietCheckScore;
      }
      return score;
    }

   private:
    friend class QuietScorer;
    OfPiece(const QuietScorer& node, Piece piece)
        : position_(node.position_),
          threats_(node.attacks_.enemy_all),
          butterfly_(node.butterfly_),
          pawns_(node.pawns_[piece]),
          continuation1_((*node.continuations_[0])[piece]),
          continuation2_((*node.continuations_[1])[piece]),
          continuation4_((*node.continuations_[2])[piece]),
          continuation6_((*node.continuations_[3])[piece]) {
      const PieceType pt = TypeOf(piece);
      if (pt != PieceType::kKing) checks_ = position_.CheckSquares(pt);
      if (pt == PieceType::kKnight || pt == PieceType::kBishop) {
        danger_ = node.attacks_.enemy_pawns;
        weight_ = params::kMinorThreatScore;
      } else if (pt == PieceType::kRook) {
        danger_ = node.attacks_.enemy_minors;
        weight_ = params::kRookThreatScore;
      } else if (pt == PieceType::kQueen) {
        danger_ = node.attacks_.enemy_rooks;
        weight_ = params::kQueenThreatScore;
      }
    }

    const board::Position& position_;
    const board::Bitboard threats_;
    const ButterflyTable& butterfly_;
    const PerSquare<MoveScore>& pawns_;
    const PerSquare<MoveScore>& continuation1_;
    const PerSquare<MoveScore>& continuation2_;
    const PerSquare<MoveScore>& continuation4_;
    const PerSquare<MoveScore>& continuation6_;
    board::Bitboard danger_ = 0;  // squares that lesser pieces attack
    board::Bitboard checks_ = 0;  // squares that give check
    int weight_ = 0;
  };

  OfPiece For(Piece piece) const { return {*this, piece}; }
  int operator()(board::Move move) const {
    return For(position_.MovedPiece(move))(move.from(), move.to());
  }

 private:
  const board::Position& position_;
  const eval::AttackSummary& attacks_;
  const ButterflyTable& butterfly_;
  const PerPieceTo<MoveScore>& pawns_;
  const Continuations& continuations_;
};

}  // namespace notochord::search
