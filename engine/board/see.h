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
#include "engine/board/move.h"
#include "engine/board/position.h"

namespace notochord::board {

// What each piece is worth in an exchange. A queen must not be worth less than a pawn.
struct SeeValues {
  // [pawn..queen, king, none] A king never stays at risk, so his value is never counted.
  std::array<int, kPieceTypeCount + 1> value = {params::kSeePawn,
                                                params::kSeeKnight,
                                                params::kSeeBishop,
                                                params::kSeeRook,
                                                params::kSeeQueen,
                                                0,
                                                0};

  constexpr int operator[](PieceType pt) const { return value[Index(pt)]; }
  // What a pawn gains by becoming this piece.
  constexpr int Promotion(PieceType pt) const { return (*this)[pt] - (*this)[PieceType::kPawn]; }
};

// The exact value of a legal move, captures and quiet moves alike.
int See(const Position& position, Move move, const SeeValues& values = SeeValues{});

// See(position, move) >= threshold, usually much sooner.
bool SeeAtLeast(const Position& position, Move move, int threshold,
                const SeeValues& values = SeeValues{});

}  // namespace notochord::board
