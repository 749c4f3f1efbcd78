// Passed pawns: what depends on pieces and kings. Their worth by rank and file is in pawns.cpp.
#pragma once

#include "engine/eval/eval_context.h"
#include "engine/eval/pawn_cache.h"
#include "engine/eval/sum.h"

namespace notochord::eval {

// The defender has only king and pawns, and its king cannot catch the pawn.
template <Color us>
[[gnu::always_inline]] inline bool IsUnstoppable(const EvalContext& ctx, Square pawn) {
  const EvalContext::Side& enemy = ctx[~us];
  if (enemy.Officers() != 0 || (board::ForwardFile(us, pawn) & ctx.occupied) != 0) return false;
  const Square goal = MakeSquare(FileOf(pawn), Relative(us, Rank::k8));
  const bool double_step = RelativeRank(us, pawn) == Rank::k2;
  const int steps = RankDistance(pawn, goal) - (double_step ? 1 : 0);
  return Distance(enemy.king, goal) - (ctx.side_to_move == us ? 0 : 1) > steps;
}

template <Color us, typename Sum>
[[gnu::always_inline]] inline void AddPath(const EvalContext& ctx, Square s, std::size_t rank,
                                           Sum& sum) {
  const EvalContext::Side& own = ctx[us];
  const EvalContext::Side& enemy = ctx[~us];
  const Square stop = s + Forward(us);
  const Bitboard path = board::ForwardFile(us, s);

  // A rook or queen as the first piece behind the pawn controls its whole way.
  Bitboard attacked = enemy.all_attacks;
  bool defended = Contains(own.all_attacks, stop);
  if (const Bitboard behind = board::ForwardFile(~us, s) & ctx.occupied; behind != 0) {
    const Bitboard first = Bit(board::FrontMost(us, behind));
    if ((first & enemy.Majors()) != 0) {
      attacked |= path;
      sum.Add(kWeights.passed_rook_behind[1]);
    } else if ((first & own.Majors()) != 0) {
      defended = true;
      sum.Add(kWeights.passed_rook_behind[0]);
    }
  }

  if (!Contains(ctx.occupied, stop)) {
    sum.Add(kWeights.passed_free[rank]);
    if ((path & ctx.occupied) == 0) sum.Add(kWeights.passed_path_free[rank]);
    if ((path & attacked) == 0) sum.Add(kWeights.passed_path_safe[rank]);
  } else if (Contains(enemy.occupied, stop)) {
    sum.Add(kWeights.passed_blockade[Index(TypeOf(ctx.board[stop]))]);
  }
  if (!Contains(attacked, stop)) sum.Add(kWeights.passed_stop_safe[rank]);
  if (defended) sum.Add(kWeights.passed_stop_defended[rank]);
}

template <Color us, typename Sum>
[[gnu::always_inline]] inline void AddPassed(const EvalContext& ctx, const PawnEntry& pawns,
                                             Sum& sum) {
  const Bitboard passed = pawns.passed[us];
  for (Bitboard b = passed; b != 0;) {
    const Square s = PopFirst(b);
    const std::size_t rank = Index(RelativeRank(us, s));
    const Square stop = s + Forward(us);
    // Beside it or one step behind or before, on a file next to it.
    const Bitboard beside = Bit(s) | Bit(stop) | Bit(s - Forward(us));
    const Bitboard near =
        board::Shift<Direction::kEast>(beside) | board::Shift<Direction::kWest>(beside);
    if ((passed & near) != 0) sum.Add(kWeights.passed_connected[rank]);
    if (IsUnstoppable<us>(ctx, s)) sum.Add(kWeights.passed_unstoppable[0]);
    if (rank < Index(Rank::k4)) continue;

    sum.Add(kWeights.passed_own_king[rank], KingDistance(ctx[us].king, stop));
    sum.Add(kWeights.passed_enemy_king[rank], KingDistance(ctx[~us].king, stop));
    AddPath<us>(ctx, s, rank, sum);
  }
}

}  // namespace notochord::eval
