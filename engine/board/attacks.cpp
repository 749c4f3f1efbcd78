#include "engine/board/attacks.h"

namespace notochord::board {

std::string ToString(Bitboard b) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    for (int file = 0; file < 8; ++file) text += (b >> (8 * rank + file) & 1) != 0 ? 'x' : '.';
    text += '\n';
  }
  return text;
}

namespace internal {

const SliderTable<SliderIndex> kBishopTable(PieceType::kBishop);
const SliderTable<SliderIndex> kRookTable(PieceType::kRook);

Lines::Lines() : between{}, through{}, rays{} {
  for (const PieceType slider : {PieceType::kBishop, PieceType::kRook}) {
    for (Square a = Square::kA1; a != Square::kNone; ++a) {
      rays[slider][a] = SlowSliderAttacks(slider, a, kEmpty);
      for (Square b = Square::kA1; b != Square::kNone; ++b) {
        if (!Contains(rays[slider][a], b)) continue;
        between[a][b] = SlowSliderAttacks(slider, a, Bit(b)) & SlowSliderAttacks(slider, b, Bit(a));
        through[a][b] = (rays[slider][a] & SlowSliderAttacks(slider, b, kEmpty)) | Bit(a) | Bit(b);
      }
    }
  }
}

const Lines kLines;

}  // namespace internal
}  // namespace notochord::board
