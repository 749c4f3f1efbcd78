// Attack look-ups: steps of pawns, knights and kings, slider attacks through a table per square,
// and the lines between squares.
//
// Threading: all tables are constants, built before main.
#pragma once

#include "engine/base/types.h"
#include "engine/board/bitboard.h"
#include "engine/board/slider_table.h"

namespace notochord::board {

namespace internal {

constexpr PerSquare<Bitboard> BuildKnightAttacks() {
  PerSquare<Bitboard> table{};
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    for (int d : {-1, 1}) {
      for (int e : {-2, 2}) table[s] |= StepFrom(s, d, e) | StepFrom(s, e, d);
    }
  }
  return table;
}

constexpr PerSquare<Bitboard> BuildKingAttacks() {
  PerSquare<Bitboard> table{};
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    for (int f = -1; f <= 1; ++f) {
      for (int r = -1; r <= 1; ++r) {
        if (f != 0 || r != 0) table[s] |= StepFrom(s, f, r);
      }
    }
  }
  return table;
}

constexpr PerColor<PerSquare<Bitboard>> BuildPawnAttacks() {
  PerColor<PerSquare<Bitboard>> table{};
  for (Color c : kColors) {
    for (Square s = Square::kA1; s != Square::kNone; ++s) table[c][s] = PawnAttacks(c, Bit(s));
  }
  return table;
}

inline constexpr PerSquare<Bitboard> kKnightAttacks = BuildKnightAttacks();
inline constexpr PerSquare<Bitboard> kKingAttacks = BuildKingAttacks();
inline constexpr PerColor<PerSquare<Bitboard>> kPawnAttacks = BuildPawnAttacks();

struct Lines {
  Lines();
  PerSquare<PerSquare<Bitboard>> between;  // [from][to] squares strictly between
  PerSquare<PerSquare<Bitboard>> through;  // [from][to] the whole line, ends included
  PerPieceType<PerSquare<Bitboard>> rays;  // [bishop, rook][from] attacks on an empty board
};

extern const SliderTable<SliderIndex> kBishopTable;
extern const SliderTable<SliderIndex> kRookTable;
extern const Lines kLines;

}  // namespace internal

inline Bitboard PawnAttacksFrom(Color c, Square s) { return internal::kPawnAttacks[c][s]; }
inline Bitboard KnightAttacks(Square s) { return internal::kKnightAttacks[s]; }
inline Bitboard KingAttacks(Square s) { return internal::kKingAttacks[s]; }
inline Bitboard BishopAttacks(Square s, Bitboard occ) { return internal::kBishopTable(s, occ); }
inline Bitboard RookAttacks(Square s, Bitboard occ) { return internal::kRookTable(s, occ); }
inline Bitboard QueenAttacks(Square s, Bitboard occ) {
  return BishopAttacks(s, occ) | RookAttacks(s, occ);
}

// Bishop or rook attacks on an empty board.
inline Bitboard BishopRays(Square s) { return internal::kLines.rays[PieceType::kBishop][s]; }
inline Bitboard RookRays(Square s) { return internal::kLines.rays[PieceType::kRook][s]; }

// The squares strictly between two squares of one line; empty where they share none.
inline Bitboard Between(Square a, Square b) { return internal::kLines.between[a][b]; }
// The whole line through two squares, from edge to edge; empty where they share none.
inline Bitboard LineThrough(Square a, Square b) { return internal::kLines.through[a][b]; }
inline bool Aligned(Square a, Square b, Square c) { return Contains(LineThrough(a, b), c); }

// The attacks of a piece other than a pawn.
inline Bitboard AttacksOf(PieceType pt, Square s, Bitboard occupied) {
  switch (pt) {
    case PieceType::kKnight:
      return KnightAttacks(s);
    case PieceType::kBishop:
      return BishopAttacks(s, occupied);
    case PieceType::kRook:
      return RookAttacks(s, occupied);
    case PieceType::kQueen:
      return QueenAttacks(s, occupied);
    case PieceType::kKing:
      return KingAttacks(s);
    default:
      assert(false && "pawns attack by colour");
      return kEmpty;
  }
}

}  // namespace notochord::board
