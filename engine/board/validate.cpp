// What a set-up must fulfil to be a position: counts, kings, pawns, castling, en passant.
#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/board/attacks.h"
#include "engine/board/material.h"
#include "engine/board/notation.h"
#include "engine/board/setup.h"

namespace notochord::board {
namespace {

absl::Status Refuse(absl::string_view what) { return absl::InvalidArgumentError(what); }

absl::string_view Name(Color c) { return c == Color::kWhite ? "White" : "Black"; }

Bitboard SquaresOf(const Setup& setup, Piece piece) {
  Bitboard squares = 0;
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    if (setup.board[s] == piece) squares |= Bit(s);
  }
  return squares;
}

Bitboard Occupied(const Setup& setup) { return ~SquaresOf(setup, Piece::kNone); }

absl::Status CheckCounts(const Setup& setup, Color c) {
  const auto count = [&](PieceType pt) { return PopCount(SquaresOf(setup, MakePiece(c, pt))); };
  const int kings = count(PieceType::kKing);
  if (kings == 0) return Refuse(absl::StrCat(Name(c), " has no king"));
  if (kings > 1) return Refuse(absl::StrCat(Name(c), " has ", kings, " kings"));
  const int pawns = count(PieceType::kPawn);
  if (pawns > 8) return Refuse(absl::StrCat(Name(c), " has ", pawns, " pawns"));
  int total = 0;
  for (PieceType pt : kPieceTypes) total += count(pt);
  if (total > 16) return Refuse(absl::StrCat(Name(c), " has ", total, " pieces"));
  const int promoted =
      std::max(count(PieceType::kKnight) - 2, 0) + std::max(count(PieceType::kBishop) - 2, 0) +
      std::max(count(PieceType::kRook) - 2, 0) + std::max(count(PieceType::kQueen) - 1, 0);
  if (promoted > 8 - pawns) {
    return Refuse(
        absl::StrCat(Name(c), " has ", promoted, " promoted pieces beside ", pawns, " pawns"));
  }
  return absl::OkStatus();
}

// The pieces of `by` that attack a square.
Bitboard Attackers(const Setup& setup, Square s, Color by) {
  const Bitboard occupied = Occupied(setup);
  Bitboard attackers = PawnAttacksFrom(~by, s) & SquaresOf(setup, MakePiece(by, PieceType::kPawn));
  for (PieceType pt : kPieceTypes) {
    if (pt == PieceType::kPawn) continue;
    attackers |= AttacksOf(pt, s, occupied) & SquaresOf(setup, MakePiece(by, pt));
  }
  return attackers;
}

absl::Status CheckKings(const Setup& setup) {
  const Color us = setup.side_to_move;
  const auto king_of = [&](Color c) {
    return FirstSquare(SquaresOf(setup, MakePiece(c, PieceType::kKing)));
  };
  if (Distance(king_of(us), king_of(~us)) == 1) return Refuse("the kings stand side by side");
  if (Attackers(setup, king_of(~us), us) != 0) {
    return Refuse(absl::StrCat(Name(~us), " is in check, but it is ", Name(us), "'s move"));
  }
  if (PopCount(Attackers(setup, king_of(us), ~us)) > 2) {
    return Refuse(absl::StrCat(Name(us), " is in check from more than two pieces"));
  }
  return absl::OkStatus();
}

absl::Status CheckPawns(const Setup& setup) {
  for (Color c : kColors) {
    const Bitboard wrong = SquaresOf(setup, MakePiece(c, PieceType::kPawn)) & (kRank1 | kRank8);
    if (wrong != 0) {
      return Refuse(absl::StrCat(Name(c), " has a pawn on ", SquareName(FirstSquare(wrong))));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckCastling(const Setup& setup) {
  for (Color c : kColors) {
    const Square king = FirstSquare(SquaresOf(setup, MakePiece(c, PieceType::kKing)));
    for (CastlingSide side : kCastlingSides) {
      const Square rook = setup.castling_rooks[CastlingIndex(c, side)];
      if (rook == Square::kNone) continue;
      const bool right_side = (Index(rook) > Index(king)) == (side == CastlingSide::kKingSide);
      if (RelativeRank(c, king) != Rank::k1 || RankOf(rook) != RankOf(king) || !right_side ||
          setup.board[rook] != MakePiece(c, PieceType::kRook)) {
        return Refuse(absl::StrCat(Name(c), " cannot castle with ", SquareName(rook)));
      }
    }
  }
  return absl::OkStatus();
}

absl::Status CheckEnPassant(const Setup& setup) {
  const Square to = setup.en_passant;
  if (to == Square::kNone) return absl::OkStatus();
  const Color us = setup.side_to_move;
  const std::string name = SquareName(to);
  if (RelativeRank(us, to) != Rank::k6) {
    return Refuse(absl::StrCat("en passant on ", name,
                               " is not on the rank behind a double step of ", Name(~us)));
  }
  const Square pawn = to - Forward(us);
  if (setup.board[pawn] != MakePiece(~us, PieceType::kPawn)) {
    return Refuse(absl::StrCat("en passant on ", name, ": no pawn on ", SquareName(pawn)));
  }
  if (setup.board[to] != Piece::kNone || setup.board[to + Forward(us)] != Piece::kNone) {
    return Refuse(absl::StrCat("en passant on ", name, ": the pawn's path is not free"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status Validate(const Setup& setup) {
  for (Color c : kColors) {
    if (absl::Status status = CheckCounts(setup, c); !status.ok()) return status;
  }
  for (auto check : {CheckPawns, CheckKings, CheckCastling, CheckEnPassant}) {
    if (absl::Status status = check(setup); !status.ok()) return status;
  }
  if (setup.rule50 < 0 || setup.rule50 > kMaxRule50 || setup.full_move < 1 ||
      setup.full_move > kMaxFullMove) {
    return Refuse("a move counter is out of range");
  }
  return absl::OkStatus();
}

}  // namespace notochord::board
