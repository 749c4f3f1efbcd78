// Threats: what our pieces attack or could attack with the next move.
#pragma once

#include "engine/eval/eval_context.h"
#include "engine/eval/sum.h"

namespace notochord::eval {

// Attacks of one piece type on enemy pieces, by victim and by whether it is strongly defended.
template <typename Sum>
[[gnu::always_inline]] inline void AddThreatsBy(const EvalContext& ctx, Bitboard victims,
                                                Bitboard strongly_defended, const auto& weights,
                                                Sum& sum) {
  while (victims != 0) {
    const Square s = PopFirst(victims);
    sum.Add(weights[Contains(strongly_defended, s) ? 1 : 0][Index(TypeOf(ctx.board[s]))]);
  }
}

// Pawns that attack a piece, or could with a safe step.
template <Color us, typename Sum>
[[gnu::always_inline]] inline void AddPawnThreats(const EvalContext& ctx, Sum& sum) {
  constexpr Bitboard kThird = RankMask(Relative(us, Rank::k3));
  const EvalContext::Side& own = ctx[us];
  const EvalContext::Side& enemy = ctx[~us];
  const Bitboard pawns = own.pieces[PieceType::kPawn];
  const Bitboard officers = enemy.Officers();
  const Bitboard safe = ~enemy.all_attacks | own.all_attacks;

  Bitboard hit = board::PawnAttacks(us, pawns & safe) & officers;
  while (hit != 0) sum.Add(kWeights.threat_by_pawn[Index(TypeOf(ctx.board[PopFirst(hit)]))]);

  Bitboard steps = board::ShiftForward(us, pawns) & ~ctx.occupied;
  steps |= board::ShiftForward(us, steps & kThird) & ~ctx.occupied;
  steps &= safe & ~enemy.attacks[PieceType::kPawn];
  sum.Add(kWeights.threat_push[0], PopCount(board::PawnAttacks(us, steps) & officers));
}

// Squares from which the next move would attack the enemy's queen.
template <Color us, typename Sum>
[[gnu::always_inline]] inline void AddQueenThreats(const EvalContext& ctx,
                                                   Bitboard strongly_defended, Sum& sum) {
  const EvalContext::Side& own = ctx[us];
  const EvalContext::Side& enemy = ctx[~us];
  const Bitboard safe = own.mobility_area & ~strongly_defended & ~own.occupied;
  // A slider stands next to the queen's line of sight, so it needs support.
  const Bitboard supported = safe & own.twice;
  sum.Add(kWeights.threat_on_queen[0],
          PopCount(own.attacks[PieceType::kKnight] & enemy.queen_hits[0] & safe));
  sum.Add(kWeights.threat_on_queen[1],
          PopCount(own.attacks[PieceType::kBishop] & enemy.queen_hits[1] & supported));
  sum.Add(kWeights.threat_on_queen[2],
          PopCount(own.attacks[PieceType::kRook] & enemy.queen_hits[2] & supported));
}

template <Color us, typename Sum>
[[gnu::always_inline]] inline void AddThreats(const EvalContext& ctx, Sum& sum) {
  const EvalContext::Side& own = ctx[us];
  const EvalContext::Side& enemy = ctx[~us];
  const Bitboard targets = enemy.occupied & ~enemy.pieces[PieceType::kKing];

  // Defended by a pawn, or twice where we come only once.
  const Bitboard strongly_defended = enemy.attacks[PieceType::kPawn] | (enemy.twice & ~own.twice);
  const Bitboard attacked = targets & own.all_attacks;
  if (attacked != 0) {
    AddThreatsBy(ctx, attacked & own.attacks[PieceType::kKnight], strongly_defended,
                 kWeights.threat_by_knight, sum);
    AddThreatsBy(ctx, attacked & own.attacks[PieceType::kBishop], strongly_defended,
                 kWeights.threat_by_bishop, sum);
    AddThreatsBy(ctx, attacked & own.attacks[PieceType::kRook], strongly_defended,
                 kWeights.threat_by_rook, sum);
    AddThreatsBy(ctx, attacked & own.attacks[PieceType::kQueen], strongly_defended,
                 kWeights.threat_by_queen, sum);
    const Bitboard weak = attacked & ~strongly_defended;
    sum.Add(kWeights.threat_by_king[0], (weak & own.attacks[PieceType::kKing]) != 0 ? 1 : 0);
    sum.Add(kWeights.threat_hanging[0],
            PopCount(weak & (~enemy.all_attacks | (enemy.Officers() & own.twice))));
    sum.Add(kWeights.threat_twice[0], PopCount(weak & own.twice));
    const Bitboard only_queen = enemy.attacks[PieceType::kQueen] & ~enemy.twice;
    sum.Add(kWeights.threat_queen_defended[0], PopCount(weak & only_queen));
  }
  sum.Add(kWeights.threat_restricted[0],
          PopCount(enemy.all_attacks & ~strongly_defended & own.all_attacks));
  AddPawnThreats<us>(ctx, sum);
  if (enemy.pieces[PieceType::kQueen] != 0) AddQueenThreats<us>(ctx, strongly_defended, sum);
}

}  // namespace notochord::eval
