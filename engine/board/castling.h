// Castling rights and geometry, for chess and Chess960: any rook, the same target squares.
#pragma once

#include <array>
#include <cstdint>

#include "engine/base/types.h"
#include "engine/board/move.h"

namespace notochord::board {

enum class CastlingSide : std::uint8_t { kKingSide, kQueenSide };

// A set of castling rights: one bit for each colour and side.
using CastlingRights = std::uint8_t;

constexpr std::size_t CastlingIndex(Color c, CastlingSide side) {
  return 2 * Index(c) + Index(side);
}
constexpr CastlingRights CastlingRight(Color c, CastlingSide side) {
  return static_cast<CastlingRights>(1U << CastlingIndex(c, side));
}
constexpr CastlingRights CastlingRightsOf(Color c) {
  return static_cast<CastlingRights>(3U << 2 * Index(c));
}
inline constexpr std::array<CastlingSide, 2> kCastlingSides = {CastlingSide::kKingSide,
                                                               CastlingSide::kQueenSide};

// Where king and rook stand after castling.
constexpr Square CastlingKingTarget(Color c, CastlingSide side) {
  return Relative(c, side == CastlingSide::kKingSide ? Square::kG1 : Square::kC1);
}
constexpr Square CastlingRookTarget(Color c, CastlingSide side) {
  return Relative(c, side == CastlingSide::kKingSide ? Square::kF1 : Square::kD1);
}
// Which way a castling move goes, from king and rook squares.
constexpr CastlingSide SideOf(Move castling) {
  return Index(castling.to()) > Index(castling.from()) ? CastlingSide::kKingSide
                                                       : CastlingSide::kQueenSide;
}

}  // namespace notochord::board
