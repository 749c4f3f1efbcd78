#include "engine/board/placement.h"

#include "engine/board/attacks.h"

namespace notochord::board {

bool Placement::IsSquareAttacked(Square s, Color by, Bitboard occupied) const {
  const Bitboard attackers = by_color_[by];
  if ((attackers & ((KnightAttacks(s) & by_type_[PieceType::kKnight]) |
                    (PawnAttacksFrom(~by, s) & by_type_[PieceType::kPawn]) |
                    (KingAttacks(s) & by_type_[PieceType::kKing]))) != 0) {
    return true;
  }
  const Bitboard diagonal =
      attackers & BishopRays(s) & Pieces(PieceType::kBishop, PieceType::kQueen);
  if (diagonal != 0 && (BishopAttacks(s, occupied) & diagonal) != 0) return true;
  const Bitboard straight = attackers & RookRays(s) & Pieces(PieceType::kRook, PieceType::kQueen);
  return straight != 0 && (RookAttacks(s, occupied) & straight) != 0;
}

Bitboard Placement::AttackersTo(Square s, Bitboard occupied) const {
  return (PawnAttacksFrom(Color::kBlack, s) & Pieces(Color::kWhite, PieceType::kPawn)) |
         (PawnAttacksFrom(Color::kWhite, s) & Pieces(Color::kBlack, PieceType::kPawn)) |
         (KnightAttacks(s) & Pieces(PieceType::kKnight)) |
         (BishopAttacks(s, occupied) & Pieces(PieceType::kBishop, PieceType::kQueen)) |
         (RookAttacks(s, occupied) & Pieces(PieceType::kRook, PieceType::kQueen)) |
         (KingAttacks(s) & Pieces(PieceType::kKing));
}

Bitboard Placement::AttackedInZone(Bitboard zone, Color by, Bitboard occupied) const {
  Bitboard attacked = PawnAttacks(by, Pieces(by, PieceType::kPawn)) | KingAttacks(KingSquare(by));
  for (Bitboard b = Pieces(by, PieceType::kKnight); b != 0;) attacked |= KnightAttacks(PopFirst(b));
  for (Bitboard b = Pieces(by, PieceType::kBishop, PieceType::kQueen); b != 0;) {
    const Square s = PopFirst(b);
    if ((BishopRays(s) & zone) != 0) attacked |= BishopAttacks(s, occupied);
  }
  for (Bitboard b = Pieces(by, PieceType::kRook, PieceType::kQueen); b != 0;) {
    const Square s = PopFirst(b);
    if ((RookRays(s) & zone) != 0) attacked |= RookAttacks(s, occupied);
  }
  return attacked & zone;
}

bool Placement::IsPlacementConsistent() const {
  PerPieceType<Bitboard> types{};
  PerColor<Bitboard> colors{};
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    const Piece p = board_[s];
    if (p == Piece::kNone) continue;
    types[TypeOf(p)] |= Bit(s);
    colors[ColorOf(p)] |= Bit(s);
  }
  return types == by_type_ && colors == by_color_;
}

}  // namespace notochord::board
