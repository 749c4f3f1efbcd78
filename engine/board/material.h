// What is on the board, without where: the count of each coloured piece in four bits of one word.
// Exact, so it is its own key; kept by the position as pieces come and go.
#pragma once

#include <cstdint>

#include "engine/base/types.h"

namespace notochord::board {

class Material {
 public:
  static constexpr int kMaxPhase = 24;

  constexpr void Add(Piece p) { packed_ += One(p); }
  constexpr void Remove(Piece p) { packed_ -= One(p); }

  constexpr int Count(Piece p) const { return static_cast<int>(packed_ >> (4 * Index(p)) & 15U); }
  constexpr int Count(Color c, PieceType pt) const { return Count(MakePiece(c, pt)); }
  constexpr int Count(PieceType pt) const {
    return Count(Color::kWhite, pt) + Count(Color::kBlack, pt);
  }
  // Has `c` anything but king and pawns?
  constexpr bool HasNonPawns(Color c) const { return (packed_ & NonPawnMask(c)) != 0; }

  // Non-pawn material in units of a minor piece (N = B = 1, R = 2, Q = 4): 24 at the start of a
  // game, more only after promotions.
  constexpr int Phase() const {
    return Count(PieceType::kKnight) + Count(PieceType::kBishop) + 2 * Count(PieceType::kRook) +
           4 * Count(PieceType::kQueen);
  }

  constexpr std::uint64_t packed() const { return packed_; }
  friend constexpr bool operator==(Material, Material) = default;

 private:
  static constexpr std::uint64_t One(Piece p) { return std::uint64_t{1} << (4 * Index(p)); }
  static constexpr std::uint64_t NonPawnMask(Color c) {
    std::uint64_t mask = 0;
    for (PieceType pt :
         {PieceType::kKnight, PieceType::kBishop, PieceType::kRook, PieceType::kQueen}) {
      mask |= 15 * One(MakePiece(c, pt));
    }
    return mask;
  }

  std::uint64_t packed_ = 0;
};

// Neither side can force mate, whatever the squares: KvK, KBvK, KNvK, KNNvK.
constexpr bool IsDrawnMaterial(Material m) {
  for (PieceType pt : {PieceType::kPawn, PieceType::kRook, PieceType::kQueen}) {
    if (m.Count(pt) != 0) return false;
  }
  const int bishops = m.Count(PieceType::kBishop);
  const int knights = m.Count(PieceType::kKnight);
  if (bishops + knights <= 1) return true;
  return bishops == 0 && knights == 2 && m.Count(Color::kWhite, PieceType::kKnight) != 1;
}

}  // namespace notochord::board
