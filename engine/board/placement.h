// Where the pieces stand, by colour, by type and by square, and what they attack. Knows nothing of
// whose move it is; the base of Position, which alone may change it.
#pragma once

#include "engine/base/types.h"
#include "engine/board/bitboard.h"

namespace notochord::board {

class Placement {
 public:
  Bitboard Pieces() const { return by_color_[Color::kWhite] | by_color_[Color::kBlack]; }
  Bitboard Pieces(Color c) const { return by_color_[c]; }
  Bitboard Pieces(PieceType pt) const { return by_type_[pt]; }
  Bitboard Pieces(PieceType a, PieceType b) const { return by_type_[a] | by_type_[b]; }
  Bitboard Pieces(Color c, PieceType pt) const { return by_color_[c] & by_type_[pt]; }
  Bitboard Pieces(Color c, PieceType a, PieceType b) const {
    return by_color_[c] & (by_type_[a] | by_type_[b]);
  }
  Piece PieceOn(Square s) const { return board_[s]; }
  const PerSquare<Piece>& Board() const { return board_; }
  bool IsEmpty(Square s) const { return board_[s] == Piece::kNone; }
  Square KingSquare(Color c) const { return FirstSquare(Pieces(c, PieceType::kKing)); }

  // Does `by` attack `s` with this occupancy? Sliders outside `occupied` still attack.
  bool IsSquareAttacked(Square s, Color by, Bitboard occupied) const;
  // All pieces of both colours that attack `s`.
  Bitboard AttackersTo(Square s, Bitboard occupied) const;
  // The squares of `zone` that `by` attacks: one call instead of one for each square.
  Bitboard AttackedInZone(Bitboard zone, Color by, Bitboard occupied) const;

 protected:
  Placement() { board_.values.fill(Piece::kNone); }
  ~Placement() = default;
  Placement(const Placement&) = default;
  Placement& operator=(const Placement&) = default;

  void Put(Piece p, Square s) {
    by_type_[TypeOf(p)] ^= Bit(s);
    by_color_[ColorOf(p)] ^= Bit(s);
    board_[s] = p;
  }
  void Remove(Square s) {
    const Piece p = board_[s];
    by_type_[TypeOf(p)] ^= Bit(s);
    by_color_[ColorOf(p)] ^= Bit(s);
    board_[s] = Piece::kNone;
  }
  // To an empty square.
  void Relocate(Square from, Square to) {
    const Piece p = board_[from];
    const Bitboard path = Bit(from) | Bit(to);
    by_type_[TypeOf(p)] ^= path;
    by_color_[ColorOf(p)] ^= path;
    board_[from] = Piece::kNone;
    board_[to] = p;
  }
  // In Chess960 the squares may overlap: both leave before either arrives.
  void RelocateBoth(Square king_from, Square rook_from, Square king_to, Square rook_to) {
    const Piece king = board_[king_from];
    const Piece rook = board_[rook_from];
    Remove(king_from);
    Remove(rook_from);
    Put(king, king_to);
    Put(rook, rook_to);
  }
  // Do the three views agree?
  bool IsPlacementConsistent() const;

 private:
  PerPieceType<Bitboard> by_type_{};
  PerColor<Bitboard> by_color_{};
  PerSquare<Piece> board_;
};

}  // namespace notochord::board
