// EvalContext: everything about a position that evaluation terms share, computed once per
// evaluation and read-only afterwards. It lives on the stack of the evaluating thread.
//
// Attacks are looked up in eval_context.cpp and nowhere else in this directory: a term that wants
// attacks finds them here. What "attacks" means:
//   - bishops and queens see through own bishops and queens on diagonals, rooks and queens through
//     own rooks and queens on straight lines: a battery attacks with both of its pieces;
//   - a pinned piece attacks only along its pin line; pinned pawns are not restricted.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "engine/base/types.h"
#include "engine/board/bitboard.h"
#include "engine/board/position.h"

namespace notochord::eval {

using board::Bit;
using board::Bitboard;
using board::Contains;
using board::FileMask;
using board::MoreThanOne;
using board::PopCount;
using board::PopFirst;
using board::RankMask;

// Pieces that have a mobility, a check square, an attack set of their own.
inline constexpr std::size_t kOfficerCount = 4;
constexpr std::size_t OfficerIndex(PieceType pt) { return Index(pt) - Index(PieceType::kKnight); }
constexpr PieceType OfficerAt(std::size_t i) {
  return static_cast<PieceType>(i + Index(PieceType::kKnight));
}

constexpr PerSquare<PerSquare<std::uint8_t>> BuildDistances() {
  PerSquare<PerSquare<std::uint8_t>> table{};
  for (Square a = Square::kA1; a != Square::kNone; ++a) {
    for (Square b = Square::kA1; b != Square::kNone; ++b) {
      table[a][b] = static_cast<std::uint8_t>(Distance(a, b));
    }
  }
  return table;
}
inline constexpr PerSquare<PerSquare<std::uint8_t>> kDistances = BuildDistances();
// Distance(), from a table.
inline int KingDistance(Square a, Square b) { return kDistances[a][b]; }

struct alignas(64) EvalContext {
  struct Side {
    PerPieceType<Bitboard> pieces;   // [type]
    PerPieceType<Bitboard> attacks;  // [type] squares that pieces of the type attack
    Bitboard occupied;               // all pieces of the side
    Bitboard all_attacks;
    Bitboard twice;          // attacked by two pieces, of one type or not, or by two pawns
    Bitboard mobility_area;  // squares that count for mobility
    Bitboard king_ring;      // eight squares round the king, moved inwards at the edge
    Bitboard pawn_span;      // squares that pawns attack now or after any advance
    Bitboard pinned;         // own pieces pinned to the own king
    Bitboard discoverers;    // enemy pieces whose leaving would open a line to the own king
    // Squares from which an enemy knight, bishop, rook would attack our king, our queens.
    std::array<Bitboard, 3> king_hits;   // [OfficerIndex]
    std::array<Bitboard, 3> queen_hits;  // [OfficerIndex]
    // Our attacks on the enemy's king ring.
    std::array<std::uint8_t, kOfficerCount> ring_attackers;  // [OfficerIndex] pieces that reach it
    std::uint8_t ring_attacks;  // attacks on its squares, summed over those pieces
    std::uint8_t
        exposed_queens;  // own queens one piece away from an enemy bishop's or rook's attack
    Square king;

    // Our pieces of all kinds that reach the enemy's king ring: the bytes' sum ends up in the top
    // one.
    int RingAttackerCount() const {
      return static_cast<int>(std::bit_cast<std::uint32_t>(ring_attackers) * 0x01010101U >> 24);
    }
    Bitboard Minors() const { return pieces[PieceType::kKnight] | pieces[PieceType::kBishop]; }
    Bitboard Majors() const { return pieces[PieceType::kRook] | pieces[PieceType::kQueen]; }
    // All but king and pawns.
    Bitboard Officers() const {
      return occupied ^ pieces[PieceType::kPawn] ^ pieces[PieceType::kKing];
    }
  };

  PerColor<Side> sides;
  PerSquare<Bitboard>
      attacks_from;  // [square] what the knight, bishop, rook or queen there attacks
  PerSquare<Piece> board;
  Bitboard occupied;
  Color side_to_move;
  board::CastlingRights castling;

  const Side& operator[](Color c) const { return sides[c]; }
};

static_assert(sizeof(EvalContext) <= 1024);
static_assert(alignof(EvalContext) == 64);
static_assert(std::is_trivially_copyable_v<EvalContext> && std::is_standard_layout_v<EvalContext>);
static_assert(std::is_trivially_default_constructible_v<EvalContext>);

// Fills all of it.
void FillContext(const board::Position& position, EvalContext& context);

// Fills pieces and pins of both sides, and of the side not to move attacks by type, all and twice:
// what AttackSummary needs. The rest stays uninitialised.
void FillEnemyAttacks(const board::Position& position, EvalContext& context);

}  // namespace notochord::eval
