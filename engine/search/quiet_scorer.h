// Scores quiet moves for the move picker, from the histories and from what attacks where. Made once
// for a node and then for each of its pieces, so that what moves share is looked up once.
#pragma once

#include <cstdint>
#include <cstring>

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
      int score = 2 * butterfly_.At(from, to, threats_) + 4 * learned_[to];
      // Leaving or entering the reach of lesser pieces.
      if (board::Contains(danger_, from)) score += weight_;
      if (board::Contains(danger_, to)) score -= weight_;
      if (board::Contains(checks_, to) &&
          board::SeeAtLeast(position_, board::Move(from, to), -params::kCheckSeeMargin)) {
        score += params::kQuietCheckScore;
      }
      return score;
    }
    // The squares from which the piece gives check.
    board::Bitboard checks() const { return checks_; }

   private:
    friend class QuietScorer;
    using Row = PerSquare<MoveScore>;  // [target]
    // As wide as a cache line; the compiler makes of it what the CPU has.
    using Lanes __attribute__((vector_size(64))) = std::int16_t;
    static constexpr std::size_t kLanes = sizeof(Lanes) / sizeof(std::int16_t);
    static_assert(sizeof(Row) == kSquareCount * sizeof(std::int16_t));

    OfPiece(const QuietScorer& node, Piece piece)
        : position_(node.position_),
          threats_(node.attacks_.enemy_all),
          butterfly_(node.butterfly_) {
      AddUp(node.pawns_[piece], (*node.continuations_[0])[piece], (*node.continuations_[1])[piece],
            (*node.continuations_[2])[piece], (*node.continuations_[3])[piece]);
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

    // For all targets at once, which takes less than a handful of them one by one.
    void AddUp(const Row& pawns, const Row& one, const Row& two, const Row& four, const Row& six) {
      static_assert(kHistoryBound / 2 * 2 + kHistoryBound / 4 * 2 + kHistoryBound / 8 <= INT16_MAX);
      for (std::size_t i = 0; i < kSquareCount; i += kLanes) {
        Lanes sum = {};
        AddShare(pawns, 1, i, sum);
        AddShare(one, 1, i, sum);
        AddShare(two, 2, i, sum);
        AddShare(four, 2, i, sum);
        AddShare(six, 3, i, sum);
        std::memcpy(&learned_.values[i], &sum, sizeof sum);
      }
    }
    static void AddShare(const Row& row, int shift, std::size_t i, Lanes& sum) {
      Lanes lanes;
      std::memcpy(&lanes, &row.values[i], sizeof lanes);
      sum += lanes >> shift;
    }

    const board::Position& position_;
    const board::Bitboard threats_;
    const ButterflyTable& butterfly_;
    board::Bitboard danger_ = 0;  // squares that lesser pieces attack
    board::Bitboard checks_ = 0;  // squares that give check
    int weight_ = 0;
    // [target] pawn and continuation histories, a quarter of their weight in the score
    alignas(sizeof(Lanes)) PerSquare<std::int16_t> learned_;
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
  const Continuations continuations_;
};

}  // namespace notochord::search
