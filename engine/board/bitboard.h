// Sets of squares as 64-bit words, and the set algebra that needs no table of attacks.
// Attack look-ups live in attacks.h, on purpose: not every reader of a bitboard may have them.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <string>

#include "engine/base/types.h"

namespace notochord::board {

using Bitboard = std::uint64_t;

inline constexpr Bitboard kEmpty = 0;
inline constexpr Bitboard kAllSquares = ~Bitboard{0};
inline constexpr Bitboard kFileA = 0x0101010101010101ULL;
inline constexpr Bitboard kFileH = kFileA << 7;
inline constexpr Bitboard kRank1 = 0xFFULL;
inline constexpr Bitboard kRank8 = kRank1 << 56;
inline constexpr Bitboard kLightSquares = 0x55AA55AA55AA55AAULL;
inline constexpr Bitboard kDarkSquares = ~kLightSquares;

constexpr Bitboard Bit(Square s) { return Bitboard{1} << Index(s); }
constexpr Bitboard FileMask(File f) { return kFileA << Index(f); }
constexpr Bitboard FileMask(Square s) { return FileMask(FileOf(s)); }
constexpr Bitboard RankMask(Rank r) { return kRank1 << (8 * Index(r)); }
constexpr Bitboard RankMask(Square s) { return RankMask(RankOf(s)); }

constexpr bool Contains(Bitboard b, Square s) { return (b >> Index(s) & 1) != 0; }
constexpr bool MoreThanOne(Bitboard b) { return (b & (b - 1)) != 0; }
constexpr int PopCount(Bitboard b) { return std::popcount(b); }

constexpr Square FirstSquare(Bitboard b) {
  assert(b != 0);
  return static_cast<Square>(std::countr_zero(b));
}
constexpr Square LastSquare(Bitboard b) {
  assert(b != 0);
  return static_cast<Square>(63 - std::countl_zero(b));
}
constexpr Square PopFirst(Bitboard& b) {
  const Square s = FirstSquare(b);
  b &= b - 1;
  return s;
}
// The member that is furthest up the board for `c`.
constexpr Square FrontMost(Color c, Bitboard b) {
  return c == Color::kWhite ? LastSquare(b) : FirstSquare(b);
}

// All squares of the set one step in direction D; those that would leave the board are dropped.
template <Direction D>
constexpr Bitboard Shift(Bitboard b) {
  if constexpr (D == Direction::kNorth) return b << 8;
  if constexpr (D == Direction::kSouth) return b >> 8;
  if constexpr (D == Direction::kEast) return (b & ~kFileH) << 1;
  if constexpr (D == Direction::kWest) return (b & ~kFileA) >> 1;
  if constexpr (D == Direction::kNorthEast) return (b & ~kFileH) << 9;
  if constexpr (D == Direction::kNorthWest) return (b & ~kFileA) << 7;
  if constexpr (D == Direction::kSouthEast) return (b & ~kFileH) >> 7;
  if constexpr (D == Direction::kSouthWest) return (b & ~kFileA) >> 9;
}

// One step towards the enemy's side.
constexpr Bitboard ShiftForward(Color c, Bitboard b) {
  return c == Color::kWhite ? b << 8 : b >> 8;
}
// The squares that the pawns of the set attack, to the east and to the west.
constexpr Bitboard PawnAttacksEast(Color c, Bitboard pawns) {
  return c == Color::kWhite ? Shift<Direction::kNorthEast>(pawns)
                            : Shift<Direction::kSouthEast>(pawns);
}
constexpr Bitboard PawnAttacksWest(Color c, Bitboard pawns) {
  return c == Color::kWhite ? Shift<Direction::kNorthWest>(pawns)
                            : Shift<Direction::kSouthWest>(pawns);
}
constexpr Bitboard PawnAttacks(Color c, Bitboard pawns) {
  return PawnAttacksEast(c, pawns) | PawnAttacksWest(c, pawns);
}

constexpr Bitboard FillNorth(Bitboard b) {
  b |= b << 8;
  b |= b << 16;
  return b | b << 32;
}
constexpr Bitboard FillSouth(Bitboard b) {
  b |= b >> 8;
  b |= b >> 16;
  return b | b >> 32;
}
constexpr Bitboard FillForward(Color c, Bitboard b) {
  return c == Color::kWhite ? FillNorth(b) : FillSouth(b);
}

constexpr Bitboard AdjacentFiles(Square s) {
  const Bitboard file = FileMask(s);
  return Shift<Direction::kEast>(file) | Shift<Direction::kWest>(file);
}
// All squares of the ranks in front of `s`, seen by `c`.
constexpr Bitboard ForwardRanks(Color c, Square s) {
  return c == Color::kWhite ? ~Bitboard{0} << 8 * Index(RankOf(s)) << 8
                            : (Bitboard{1} << 8 * Index(RankOf(s))) - 1;
}
constexpr Bitboard ForwardFile(Color c, Square s) { return ForwardRanks(c, s) & FileMask(s); }
// The squares that a pawn of `c` on `s` could ever attack.
constexpr Bitboard PawnAttackSpan(Color c, Square s) {
  return ForwardRanks(c, s) & AdjacentFiles(s);
}
// The squares that must be free of enemy pawns for a pawn of `c` on `s` to be passed.
constexpr Bitboard PassedPawnSpan(Color c, Square s) {
  return ForwardFile(c, s) | PawnAttackSpan(c, s);
}

// The set as eight lines of eight characters, for messages of failed tests.
std::string ToString(Bitboard b);

}  // namespace notochord::board
