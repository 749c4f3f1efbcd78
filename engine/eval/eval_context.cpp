#include "engine/eval/eval_context.h"

#include <algorithm>

#include "engine/board/attacks.h"

namespace notochord::eval {
namespace {

using board::Position;
using Side = EvalContext::Side;

// The eight squares round the king, or round its neighbour one step from the edge, without the
// king's own: a king in the corner has as many to lose as one in the centre.
constexpr PerSquare<Bitboard> BuildKingRings() {
  PerSquare<Bitboard> rings{};
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    const auto file = static_cast<File>(std::clamp<std::size_t>(Index(FileOf(s)), 1, 6));
    const auto rank = static_cast<Rank>(std::clamp<std::size_t>(Index(RankOf(s)), 1, 6));
    const Square center = MakeSquare(file, rank);
    rings[s] = (board::internal::kKingAttacks[center] | Bit(center)) & ~Bit(s);
  }
  return rings;
}
constexpr PerSquare<Bitboard> kKingRings = BuildKingRings();

// Pieces, pins, and the attacks of king and pawns.
template <Color us>
[[gnu::always_inline]] inline void StartSide(const Position& position, EvalContext& ctx) {
  Side& side = ctx.sides[us];
  side.occupied = position.Pieces(us);
  for (PieceType pt : kPieceTypes) side.pieces[pt] = position.Pieces(us, pt);
  side.king = board::FirstSquare(side.pieces[PieceType::kKing]);
  side.pinned = position.Pinned(us);
  side.discoverers = position.Blockers(us) ^ side.pinned;

  const Bitboard pawns = side.pieces[PieceType::kPawn];
  const Bitboard east = board::PawnAttacksEast(us, pawns);
  const Bitboard west = board::PawnAttacksWest(us, pawns);
  const Bitboard king = board::KingAttacks(side.king);
  side.attacks[PieceType::kPawn] = east | west;
  side.attacks[PieceType::kKing] = king;
  side.all_attacks = east | west | king;
  side.twice = (east & west) | ((east | west) & king);
}

// What needs no slider but both sides' pawns and kings.
template <Color us>
[[gnu::always_inline]] inline void FillZones(EvalContext& ctx) {
  constexpr Color them = ~us;
  constexpr Bitboard kHomeRanks =
      RankMask(Relative(us, Rank::k2)) | RankMask(Relative(us, Rank::k3));
  Side& side = ctx.sides[us];
  const Bitboard pawns = side.pieces[PieceType::kPawn];
  const Bitboard blocked = pawns & board::ShiftForward(them, ctx.occupied);
  side.mobility_area =
      ~(blocked | (pawns & kHomeRanks) | side.pieces[PieceType::kKing] |
        side.pieces[PieceType::kQueen] | ctx.sides[them].attacks[PieceType::kPawn]);
  side.pawn_span = board::FillForward(us, side.attacks[PieceType::kPawn]);
  side.king_ring = kKingRings[side.king];
}

// The position knows the squares from which the king of the side not to move is checked.
[[gnu::always_inline]] inline void FillKingHits(const Position& position, EvalContext& ctx) {
  Side& mover = ctx.sides[position.side_to_move()];
  Side& other = ctx.sides[~position.side_to_move()];
  mover.king_hits = {board::KnightAttacks(mover.king),
                     board::BishopAttacks(mover.king, ctx.occupied),
                     board::RookAttacks(mover.king, ctx.occupied)};
  for (std::size_t i = 0; i < other.king_hits.size(); ++i) {
    other.king_hits[i] = position.CheckSquares(OfficerAt(i));
  }
}

// What grows piece by piece while a side is filled: kept in registers.
struct Tally {
  Bitboard all;
  Bitboard twice;
  unsigned ring_attacks = 0;
};

// The attacks of all pieces of a type, and what follows from each single one.
template <PieceType pt, bool kWhole>
[[gnu::always_inline]] inline void FillOfficers(EvalContext& ctx, Color us,
                                                Bitboard diagonal_blockers,
                                                Bitboard straight_blockers, Tally& tally) {
  Side& side = ctx.sides[us];
  const Bitboard ring = kWhole ? ctx.sides[~us].king_ring : 0;
  Bitboard of_type = 0;
  unsigned reaching = 0;
  for (Bitboard b = side.pieces[pt]; b != 0;) {
    const Square s = PopFirst(b);
    Bitboard attacks = 0;
    if constexpr (pt == PieceType::kKnight) attacks = board::KnightAttacks(s);
    if constexpr (pt == PieceType::kBishop) attacks = board::BishopAttacks(s, diagonal_blockers);
    if constexpr (pt == PieceType::kRook) attacks = board::RookAttacks(s, straight_blockers);
    if constexpr (pt == PieceType::kQueen) {
      const Bitboard diagonal = board::BishopAttacks(s, diagonal_blockers);
      const Bitboard straight = board::RookAttacks(s, straight_blockers);
      attacks = diagonal | straight;
      if constexpr (kWhole) {
        side.queen_hits[0] |= board::KnightAttacks(s);
        side.queen_hits[1] |= diagonal;
        side.queen_hits[2] |= straight;
      }
    }
    if (Contains(side.pinned, s)) [[unlikely]]
      attacks &= board::LineThrough(side.king, s);
    tally.twice |= tally.all & attacks;
    tally.all |= attacks;
    of_type |= attacks;
    if constexpr (kWhole) {
      ctx.attacks_from[s] = attacks;
      const int hits = PopCount(attacks & ring);
      reaching += hits != 0 ? 1U : 0U;
      tally.ring_attacks += static_cast<unsigned>(hits);
    }
  }
  side.attacks[pt] = of_type;
  if constexpr (kWhole) side.ring_attackers[OfficerIndex(pt)] = static_cast<std::uint8_t>(reaching);
}

// The number of own queens with exactly one piece between them and an enemy slider that is no
// queen.
[[gnu::always_inline]] inline std::uint8_t CountExposedQueens(const EvalContext& ctx, Color us) {
  const Side& enemy = ctx.sides[~us];
  Bitboard exposed = 0;
  for (Bitboard b = ctx.sides[us].pieces[PieceType::kQueen]; b != 0;) {
    const Square s = PopFirst(b);
    Bitboard snipers = (board::BishopRays(s) & enemy.pieces[PieceType::kBishop]) |
                       (board::RookRays(s) & enemy.pieces[PieceType::kRook]);
    while (snipers != 0) {
      const Bitboard between = board::Between(s, PopFirst(snipers)) & ctx.occupied;
      if (between != 0 && !MoreThanOne(between)) exposed |= Bit(s);
    }
  }
  return static_cast<std::uint8_t>(PopCount(exposed));
}

// One body for both colours: two would share the instruction cache.
template <bool kWhole>
[[gnu::noinline]] void FillSide(EvalContext& ctx, Color us) {
  Side& side = ctx.sides[us];
  const Bitboard queens = side.pieces[PieceType::kQueen];
  const Bitboard diagonal_blockers = ctx.occupied ^ (side.pieces[PieceType::kBishop] | queens);
  const Bitboard straight_blockers = ctx.occupied ^ (side.pieces[PieceType::kRook] | queens);
  if constexpr (kWhole) side.queen_hits = {};
  Tally tally{.all = side.all_attacks, .twice = side.twice};
  FillOfficers<PieceType::kKnight, kWhole>(ctx, us, diagonal_blockers, straight_blockers, tally);
  FillOfficers<PieceType::kBishop, kWhole>(ctx, us, diagonal_blockers, straight_blockers, tally);
  FillOfficers<PieceType::kRook, kWhole>(ctx, us, diagonal_blockers, straight_blockers, tally);
  FillOfficers<PieceType::kQueen, kWhole>(ctx, us, diagonal_blockers, straight_blockers, tally);
  side.all_attacks = tally.all;
  side.twice = tally.twice;
  if constexpr (kWhole) {
    side.ring_attacks = static_cast<std::uint8_t>(tally.ring_attacks);
    side.exposed_queens = CountExposedQueens(ctx, us);
  }
}

[[gnu::always_inline]] inline void StartSides(const Position& position, EvalContext& ctx) {
  ctx.occupied = position.Pieces();
  StartSide<Color::kWhite>(position, ctx);
  StartSide<Color::kBlack>(position, ctx);
}

}  // namespace

void FillContext(const Position& position, EvalContext& context) {
  StartSides(position, context);
  context.board = position.Board();
  context.side_to_move = position.side_to_move();
  context.castling = position.castling();
  FillZones<Color::kWhite>(context);
  FillZones<Color::kBlack>(context);
  FillKingHits(position, context);
  FillSide<true>(context, Color::kWhite);
  FillSide<true>(context, Color::kBlack);
}

void FillEnemyAttacks(const Position& position, EvalContext& context) {
  StartSides(position, context);
  FillSide<false>(context, ~position.side_to_move());
}

}  // namespace notochord::eval
