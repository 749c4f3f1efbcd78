// Mobility: how many safe squares a piece reaches. Counted per piece, pins respected; the loops
// over the pieces are in pieces.h.
#pragma once

#include "engine/eval/eval_context.h"
#include "engine/eval/sum.h"

namespace notochord::eval {

template <PieceType pt>
constexpr const auto& MobilityWeights() {
  if constexpr (pt == PieceType::kKnight) return kWeights.mobility_knight;
  if constexpr (pt == PieceType::kBishop) return kWeights.mobility_bishop;
  if constexpr (pt == PieceType::kRook) return kWeights.mobility_rook;
  if constexpr (pt == PieceType::kQueen) return kWeights.mobility_queen;
}

// Adds the mobility of the piece on `s` and returns its squares.
template <Color us, PieceType pt, typename Sum>
[[gnu::always_inline]] inline int AddMobility(const EvalContext& ctx, Square s, Sum& sum) {
  const int squares = PopCount(ctx.attacks_from[s] & ctx[us].mobility_area);
  sum.Add(MobilityWeights<pt>()[static_cast<std::size_t>(squares)]);
  return squares;
}

}  // namespace notochord::eval
