// The questions about single moves that a position answers: is one possible, is it legal, does it
// give check.
#include <cassert>

#include "engine/board/attacks.h"
#include "engine/board/position.h"

namespace notochord::board {
namespace {

// All squares that must be free of other pieces when king and rook change places.
Bitboard CastlingPath(Color c, CastlingSide side, Square king, Square rook) {
  const Square king_to = CastlingKingTarget(c, side);
  const Square rook_to = CastlingRookTarget(c, side);
  return (Between(king, king_to) | Between(rook, rook_to) | Bit(king_to) | Bit(rook_to)) &
         ~(Bit(king) | Bit(rook));
}

}  // namespace

// With the pawn of `us` from `from` on the en passant square and its victim gone, is the king safe?
bool Position::IsEnPassantLegal(Color us, Square from, Square to) const {
  const Square king = KingSquare(us);
  const Bitboard victim = Bit(to - Forward(us));
  const Bitboard occupied = (Pieces() ^ Bit(from) ^ victim) | Bit(to);
  return (AttackersTo(king, occupied) & Pieces(~us) & ~victim) == 0;
}

bool Position::IsEnPassantPossible(Color us, Square to) const {
  Bitboard pawns = PawnAttacksFrom(~us, to) & Pieces(us, PieceType::kPawn);
  while (pawns != 0) {
    if (IsEnPassantLegal(us, PopFirst(pawns), to)) return true;
  }
  return false;
}

bool Position::IsPawnMovePossible(Move move) const {
  const Color us = side_;
  const Square from = move.from();
  const Square to = move.to();
  if (move.IsEnPassant()) {
    return to == state_.en_passant && Contains(PawnAttacksFrom(us, from), to);
  }
  if ((RelativeRank(us, to) == Rank::k8) != move.IsPromotion()) return false;
  if (Contains(PawnAttacksFrom(us, from), to)) return Contains(Pieces(~us), to);
  const Bitboard empty = ~Pieces();
  const Bitboard single = ShiftForward(us, Bit(from)) & empty;
  const Bitboard twice = ShiftForward(us, single & RankMask(Relative(us, Rank::k3))) & empty;
  return Contains(single | twice, to);
}

bool Position::IsPseudoLegal(Move move) const {
  const Color us = side_;
  const Square from = move.from();
  const Square to = move.to();
  if (!Contains(Pieces(us), from)) return false;
  // The promotion bits mean something for promotions only.
  if (!move.IsPromotion() && move.promotion() != PieceType::kKnight) return false;
  const PieceType pt = TypeOf(PieceOn(from));

  if (move.IsCastling()) {
    const CastlingSide side = SideOf(move);
    return pt == PieceType::kKing && CanCastle(us, side) && CastlingRook(us, side) == to &&
           !InCheck() && (CastlingPath(us, side, from, to) & Pieces()) == 0;
  }
  if (Contains(Pieces(us), to)) return false;
  if (pt == PieceType::kPawn) return IsPawnMovePossible(move);
  return move.kind() == MoveKind::kNormal && Contains(AttacksOf(pt, from, Pieces()), to);
}

bool Position::IsCastlingLegal(Move move) const {
  const Color us = side_;
  const Square king = move.from();
  const Square king_to = CastlingKingTarget(us, SideOf(move));
  // The rook that leaves may open a line to the king's target square (Chess960).
  const Bitboard occupied = Pieces() ^ Bit(king) ^ Bit(move.to());
  Bitboard path = Between(king, king_to) | Bit(king_to);
  while (path != 0) {
    if (IsSquareAttacked(PopFirst(path), ~us, occupied)) return false;
  }
  return true;
}

bool Position::IsLegal(Move move) const {
  const Color us = side_;
  const Square from = move.from();
  const Square to = move.to();
  if (move.IsEnPassant()) return IsEnPassantLegal(us, from, to);
  if (move.IsCastling()) return IsCastlingLegal(move);
  const Square king = KingSquare(us);
  if (from == king) return !IsSquareAttacked(to, ~us, Pieces() ^ Bit(from));
  if (InCheck()) {
    if (MoreThanOne(Checkers())) return false;
    if (!Contains(Checkers() | Between(king, FirstSquare(Checkers())), to)) return false;
  }
  return !Contains(Blockers(us), from) || Aligned(king, from, to);
}

// The line of the waiting king through the move's origin.
bool Position::LeavesKingLine(Move move) const {
  return !Aligned(KingSquare(~side_), move.from(), move.to());
}

bool Position::GivesCheckOddly(Move move) const {
  const Color us = side_;
  const Square from = move.from();
  const Square to = move.to();
  const Square their_king = KingSquare(~us);
  if (move.IsCastling()) {
    const CastlingSide side = SideOf(move);
    const Square rook_to = CastlingRookTarget(us, side);
    const Bitboard occupied =
        (Pieces() ^ Bit(from) ^ Bit(to)) | Bit(CastlingKingTarget(us, side)) | Bit(rook_to);
    return Contains(RookAttacks(rook_to, occupied), their_king);
  }
  if (Contains(Blockers(~us), from) && LeavesKingLine(move)) return true;
  if (move.IsPromotion()) {
    return Contains(AttacksOf(move.promotion(), to, Pieces() ^ Bit(from)), their_king);
  }
  // En passant: the pawn itself, or a line that its victim has left.
  const Bitboard occupied = (Pieces() ^ Bit(from) ^ Bit(to - Forward(us))) | Bit(to);
  return Contains(CheckSquares(PieceType::kPawn), to) ||
         ((BishopAttacks(their_king, occupied) &
           Pieces(us, PieceType::kBishop, PieceType::kQueen)) |
          (RookAttacks(their_king, occupied) & Pieces(us, PieceType::kRook, PieceType::kQueen))) !=
             0;
}

}  // namespace notochord::board
