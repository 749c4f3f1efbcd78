// A move in 16 bits: destination (0-5), origin (6-11), promotion piece (12-13, knight to queen),
// kind (14-15). Castling is written as the king taking its own rook, which suits Chess960.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/base/static_vector.h"
#include "engine/base/types.h"

namespace notochord::board {

enum class MoveKind : std::uint8_t { kNormal, kPromotion, kEnPassant, kCastling };

class Move {
 public:
  constexpr Move() = default;
  constexpr Move(Square from, Square to)
      : bits_(static_cast<std::uint16_t>(Index(to) | Index(from) << 6)) {}

  static constexpr Move FromBits(std::uint16_t bits) {
    Move m;
    m.bits_ = bits;
    return m;
  }
  static constexpr Move Promotion(Square from, Square to, PieceType pt) {
    return Make(from, to, MoveKind::kPromotion, Index(pt) - Index(PieceType::kKnight));
  }
  static constexpr Move EnPassant(Square from, Square to) {
    return Make(from, to, MoveKind::kEnPassant, 0);
  }
  static constexpr Move Castling(Square king, Square rook) {
    return Make(king, rook, MoveKind::kCastling, 0);
  }

  constexpr Square to() const { return SquareAt(bits_ & 63U); }
  constexpr Square from() const { return SquareAt(bits_ >> 6 & 63U); }
  constexpr MoveKind kind() const { return static_cast<MoveKind>(bits_ >> 14); }
  // Only for promotions.
  constexpr PieceType promotion() const {
    return static_cast<PieceType>((bits_ >> 12 & 3U) + Index(PieceType::kKnight));
  }
  constexpr bool IsPromotion() const { return kind() == MoveKind::kPromotion; }
  constexpr bool IsCastling() const { return kind() == MoveKind::kCastling; }
  constexpr bool IsEnPassant() const { return kind() == MoveKind::kEnPassant; }

  constexpr std::uint16_t bits() const { return bits_; }
  // Origin and destination, 0 to 4095.
  constexpr std::size_t FromTo() const { return bits_ & 0xFFFU; }
  constexpr explicit operator bool() const { return bits_ != 0; }
  friend constexpr bool operator==(Move, Move) = default;

 private:
  static constexpr Move Make(Square from, Square to, MoveKind kind, std::size_t extra) {
    return FromBits(
        static_cast<std::uint16_t>(Index(to) | Index(from) << 6 | extra << 12 | Index(kind) << 14));
  }

  std::uint16_t bits_ = 0;
};

static_assert(sizeof(Move) == 2);

// No position has more than 218 legal moves.
using MoveList = StaticVector<Move, 256>;

}  // namespace notochord::board
