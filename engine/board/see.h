// Static exchange evaluation: what a move wins or loses if both sides go on capturing on its target
// square, always with the least valuable piece (by type: pawn, knight, bishop, rook, queen, king;
// of one type the first in the order a1, b1, ...), and each may stop when that is better.
//
// Sliders behind a piece that has captured join in. A king captures only where nothing attacks him
// then. A pawn that captures on the last rank becomes a queen and is at risk as a queen. Pins are
// ignored. Castling, and a capture en passant in answer to the move, count nothing.
#pragma once

#include <array>

#include "engine/base/params.h"
#include "engine/base/types.h"
#include "engine/board/bitboard.h"
#include "engine/board/move.h"
#include "engine/board/position.h"

namespace notochord::board {

// What each piece is worth in an exchange, by any table. A queen must not be worth less than a
// pawn.
struct SeeValues {
  // [pawn..queen, king, none] A king never stays at risk, so his value is never counted.
  std::array<int, kPieceTypeCount + 1> value;

  constexpr int operator[](PieceType pt) const { return value[Index(pt)]; }
};

// The values that the search uses: constants, not a table in memory.
struct TunedSeeValues {
  int operator[](PieceType pt) const {
    switch (pt) {
      case PieceType::kPawn:
        return params::kSeePawn;
      case PieceType::kKnight:
        return params::kSeeKnight;
      case PieceType::kBishop:
        return params::kSeeBishop;
      case PieceType::kRook:
        return params::kSeeRook;
      case PieceType::kQueen:
        return params::kSeeQueen;
      default:
        return 0;
    }
  }
};

// The exact value of a legal move, captures and quiet moves alike.
int See(const Position& position, Move move);
int See(const Position& position, Move move, const SeeValues& values);

// See(position, move) >= threshold, usually much sooner. On squares outside `attacked` nothing
// recaptures, if the caller knows where the opponent attacks.
bool SeeAtLeast(const Position& position, Move move, int threshold,
                Bitboard attacked = kAllSquares);
bool SeeAtLeast(const Position& position, Move move, int threshold, const SeeValues& values);

}  // namespace notochord::board
