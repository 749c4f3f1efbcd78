// Attack look-ups: steps of pawns, knights and kings, slider attacks through a table per square, and
// the lines between squares. Sliders are indexed by PEXT where the build has BMI2, by magic
// multiplication otherwise; both are compiled everywhere their instructions exist, and tested.
//
// Threading: all tables are constants, built before main.
#pragma once

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include <memory>
#include <vector>

#include "engine/base/types.h"
#include "engine/board/bitboard.h"

namespace notochord::board {

struct MagicIndex {
  Bitboard mask = 0;
  Bitboard magic = 0;
  unsigned shift = 0;

  std::size_t operator()(Bitboard occupied) const { return ((occupied & mask) * magic) >> shift; }
};

#if defined(__BMI2__)
struct PextIndex {
  Bitboard mask = 0;

  std::size_t operator()(Bitboard occupied) const { return _pext_u64(occupied, mask); }
};
#endif

#if defined(__BMI2__) && !defined(NOTOCHORD_NO_PEXT)
using SliderIndex = PextIndex;
#else
using SliderIndex = MagicIndex;
#endif

// The attacks of one slider (bishop or rook) from each square for each relevant occupancy.
template <typename SquareIndex>
class SliderTable {
 public:
  explicit SliderTable(PieceType slider);

  Bitboard operator()(Square s, Bitboard occupied) const {
    const Entry& e = entries_[s];
    return e.attacks[e.index(occupied)];
  }

 private:
  struct Entry {
    SquareIndex index;
    const Bitboard* attacks = nullptr;
  };

  PerSquare<Entry> entries_;
  std::vector<Bitboard> storage_;
};

extern template class SliderTable<MagicIndex>;
#if defined(__BMI2__)
extern template class SliderTable<PextIndex>;
#endif

// The attacks of a bishop or rook, square by square along its rays. Slow: for building tables and
// for tests.
Bitboard SlowSliderAttacks(PieceType slider, Square s, Bitboard occupied);

namespace internal {

constexpr Bitboard StepTo(Square s, int file_step, int rank_step) {
  const int f = static_cast<int>(FileOf(s)) + file_step;
  const int r = static_cast<int>(RankOf(s)) + rank_step;
  return f < 0 || f > 7 || r < 0 || r > 7 ? kEmpty : Bitboard{1} << (8 * r + f);
}

constexpr PerSquare<Bitboard> BuildKnightAttacks() {
  PerSquare<Bitboard> table{};
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    for (int d : {-1, 1}) {
      for (int e : {-2, 2}) table[s] |= StepTo(s, d, e) | StepTo(s, e, d);
    }
  }
  return table;
}

constexpr PerSquare<Bitboard> BuildKingAttacks() {
  PerSquare<Bitboard> table{};
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    for (int f = -1; f <= 1; ++f) {
      for (int r = -1; r <= 1; ++r) {
        if (f != 0 || r != 0) table[s] |= StepTo(s, f, r);
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
