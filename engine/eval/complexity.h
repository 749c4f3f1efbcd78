// Complexity: how winnable an advantage is, whoever has it. Passive, one-sided positions bring the
// evaluation nearer to a draw; trace.h says how it is applied.
#pragma once

#include "engine/eval/eval_context.h"

namespace notochord::eval {

// Calls add(weight, count) for each part that depends on pawns and kings: the pawn cache keeps it.
template <typename Add>
void VisitPawnComplexity(Bitboard pawns, Bitboard passed_pawns, Square white_king,
                         Square black_king, Add add) {
  constexpr Bitboard kWest = 0x0F0F0F0F0F0F0F0FULL;
  const int passed = PopCount(passed_pawns);
  // Kings that face each other hold each other off.
  const bool opposed = FileDistance(white_king, black_king) < RankDistance(white_king, black_king);
  const bool both_flanks = (pawns & kWest) != 0 && (pawns & ~kWest) != 0;
  add(kWeights.complexity_offset[0], 1);
  add(kWeights.complexity_passed[0], passed);
  add(kWeights.complexity_both_flanks[0], both_flanks ? 1 : 0);
  add(kWeights.complexity_unwinnable[0], passed == 0 && opposed && !both_flanks ? 1 : 0);
}

// The part that depends on the pieces.
template <typename Add>
[[gnu::always_inline]] inline void VisitPieceComplexity(bool pawn_endgame, Add add) {
  add(kWeights.complexity_pawn_endgame[0], pawn_endgame ? 1 : 0);
}

}  // namespace notochord::eval
