// Space: room behind the own pawns, and uncontested squares in the centre. It matters while the
// board is full.
#pragma once

#include "engine/eval/eval_context.h"
#include "engine/eval/sum.h"

namespace notochord::eval {

inline constexpr int kCrowd = 20;

template <Color us, typename Sum>
[[gnu::always_inline]] inline void AddSpace(const EvalContext& ctx, Sum& sum) {
  constexpr Bitboard kCenterFiles = 0x3C3C3C3C3C3C3C3CULL;
  constexpr Bitboard kRoom =
      kCenterFiles & (RankMask(Relative(us, Rank::k2)) | RankMask(Relative(us, Rank::k3)) |
                      RankMask(Relative(us, Rank::k4)));
  constexpr Bitboard kBigCenter = kCenterFiles & 0x0000FFFFFFFF0000ULL;
  if (PopCount(ctx.occupied) < kCrowd) return;
  const EvalContext::Side& own = ctx[us];
  const EvalContext::Side& enemy = ctx[~us];
  const Bitboard pawns = own.pieces[PieceType::kPawn];

  const Bitboard safe = kRoom & ~pawns & ~enemy.attacks[PieceType::kPawn];
  Bitboard behind = pawns;
  behind |= board::ShiftForward(~us, behind);
  behind |= board::ShiftForward(~us, board::ShiftForward(~us, behind));
  const int room = PopCount(safe) + PopCount(safe & behind & ~enemy.all_attacks);
  // Room is worth the more, the more pieces want to use it.
  const int pieces = PopCount(own.occupied);
  sum.Add(kWeights.space_area[0],
          static_cast<int>(static_cast<unsigned>(room * pieces * pieces) / 128U));
  sum.Add(kWeights.space_center[0],
          PopCount(kBigCenter & ~enemy.all_attacks & (own.all_attacks | own.occupied)));
}

}  // namespace notochord::eval
