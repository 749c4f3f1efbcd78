// The danger of each king: a sum of weights over what the enemy does near it, which the sum turns
// into a penalty (trace.h). Shelter and storm belong to the same sum; they come from the pawn
// cache.
#pragma once

#include <algorithm>

#include "engine/eval/eval_context.h"
#include "engine/eval/sum.h"

namespace notochord::eval {

// The files that a king's attackers come over.
constexpr Bitboard KingFlank(Square king) {
  constexpr Bitboard kWest = 0x0F0F0F0F0F0F0F0FULL;
  constexpr Bitboard kMiddle = 0x3C3C3C3C3C3C3C3CULL;
  switch (FileOf(king)) {
    case File::kA:
    case File::kB:
    case File::kC:
      return kWest;
    case File::kD:
    case File::kE:
      return kMiddle;
    default:
      return ~kWest;
  }
}

constexpr PerSquare<Bitboard> BuildNeighbourhoods() {
  PerSquare<Bitboard> table{};
  for (Square a = Square::kA1; a != Square::kNone; ++a) {
    for (Square b = Square::kA1; b != Square::kNone; ++b) {
      if (Distance(a, b) <= 3) table[a] |= Bit(b);
    }
  }
  return table;
}
// [square] all squares within three king moves
inline constexpr PerSquare<Bitboard> kNeighbourhoods = BuildNeighbourhoods();
// [file of the king, any rank]
inline constexpr PerSquare<Bitboard> kKingFlanks = [] {
  PerSquare<Bitboard> table{};
  for (Square s = Square::kA1; s != Square::kNone; ++s) table[s] = KingFlank(s);
  return table;
}();

// Squares from which the enemy could check, by the type of the checking piece. A square is safe for
// the checker where we do not guard it, or only the king or queen does and the enemy comes twice.
template <Color us, typename Sum>
[[gnu::always_inline]] inline void AddChecks(const EvalContext& ctx, Bitboard weak, Sum& sum) {
  const EvalContext::Side& own = ctx[us];
  const EvalContext::Side& enemy = ctx[~us];
  const Bitboard available = ~enemy.occupied;
  const Bitboard safe = ~own.all_attacks | (weak & enemy.twice);
  const auto add = [&](PieceType pt, Bitboard hits) {
    const Bitboard checks = hits & enemy.attacks[pt] & available;
    sum.AddDanger(kWeights.danger_safe_check[OfficerIndex(pt)], PopCount(checks & safe));
    sum.AddDanger(kWeights.danger_unsafe_check[OfficerIndex(pt)], PopCount(checks & ~safe));
  };
  add(PieceType::kKnight, own.king_hits[0]);
  add(PieceType::kBishop, own.king_hits[1]);
  add(PieceType::kRook, own.king_hits[2]);
  add(PieceType::kQueen, own.king_hits[1] | own.king_hits[2]);
}

// What the enemy's pieces do round the king of `us`.
template <Color us, typename Sum>
[[gnu::always_inline]] inline void AddAttack(const EvalContext& ctx, int attackers, Sum& sum) {
  constexpr Bitboard kCamp = us == Color::kWhite ? ~Bitboard{0} >> 24 : ~Bitboard{0} << 24;
  const EvalContext::Side& own = ctx[us];
  const EvalContext::Side& enemy = ctx[~us];

  for (std::size_t i = 0; i < kOfficerCount; ++i) {
    sum.AddDanger(kWeights.danger_attacker[i], enemy.ring_attackers[i]);
  }
  sum.AddDanger(kWeights.danger_attackers[static_cast<std::size_t>(std::min(attackers, 7))]);
  sum.AddDanger(kWeights.danger_ring_attacks[0], enemy.ring_attacks);
  sum.AddDanger(kWeights.danger_tropism[0], PopCount(enemy.Officers() & kNeighbourhoods[own.king]));
  sum.AddDanger(kWeights.danger_no_queen[0], enemy.pieces[PieceType::kQueen] == 0 ? 1 : 0);

  // Attacked, and guarded by nobody or only by king or queen.
  const Bitboard weak =
      enemy.all_attacks & ~own.twice &
      (~own.all_attacks | own.attacks[PieceType::kKing] | own.attacks[PieceType::kQueen]);
  sum.AddDanger(kWeights.danger_weak_ring[0], PopCount(weak & own.king_ring));
  AddChecks<us>(ctx, weak, sum);

  const Bitboard flank = kKingFlanks[own.king] & kCamp;
  sum.AddDanger(kWeights.danger_flank_attack[0], PopCount(flank & enemy.all_attacks));
  sum.AddDanger(kWeights.danger_flank_attack[1], PopCount(flank & enemy.twice));
  sum.AddDanger(kWeights.danger_flank_defence[0], PopCount(flank & own.all_attacks));
  sum.AddDanger(kWeights.danger_flank_defence[1], PopCount(flank & own.twice));

  sum.AddDanger(kWeights.danger_defender[0], PopCount(own.Minors() & own.king_ring));
  sum.AddDanger(kWeights.danger_discovery[0], PopCount(own.discoverers));
  sum.AddDanger(kWeights.danger_castling[0],
                std::popcount(static_cast<unsigned>(ctx.castling & board::CastlingRightsOf(us))));
  sum.AddDanger(kWeights.danger_offset[0]);
}

template <Color us, typename Sum>
[[gnu::always_inline]] inline void AddKing(const EvalContext& ctx, Sum& sum) {
  const EvalContext::Side& own = ctx[us];
  const EvalContext::Side& enemy = ctx[~us];
  // An attack needs two pieces, or one and a queen that may come.
  const int attackers = enemy.RingAttackerCount();
  const int needed = enemy.pieces[PieceType::kQueen] != 0 ? 1 : 2;
  if (attackers >= needed) AddAttack<us>(ctx, attackers, sum);

  const Bitboard all_pawns = own.pieces[PieceType::kPawn] | enemy.pieces[PieceType::kPawn];
  if ((all_pawns & kKingFlanks[own.king]) == 0) sum.Add(kWeights.king_pawnless_flank[0]);
}

}  // namespace notochord::eval
