// Piece values and piece-square tables as one table per coloured piece, seen by White: the
// position adds and subtracts its entries as pieces move. Where a piece stands well depends on
// where its king is: there is a table for either half of the board, the one being the other's
// mirror image.
#pragma once

#include <array>

#include "engine/base/score.h"
#include "engine/base/types.h"
#include "engine/base/weights.h"

namespace notochord::board {

// 0: the king is on the files e to h.
constexpr std::size_t KingHalf(Square king) { return Index(FileOf(king)) < 4 ? 1 : 0; }

// The place of a square in a piece-square table, for a piece whose king is in a half.
constexpr std::size_t PieceSquareSlot(Color c, Square s, std::size_t king_half) {
  const std::size_t file = Index(FileOf(s));
  return Index(RelativeRank(c, s)) * 8 + (king_half == 0 ? file : 7 - file);
}

using PieceSquareTable = PerPiece<PerSquare<Score>>;

constexpr PieceSquareTable BuildPieceSquareScores(std::size_t king_half) {
  PieceSquareTable table{};
  for (Color c : kColors) {
    for (PieceType pt : kPieceTypes) {
      for (Square s = Square::kA1; s != Square::kNone; ++s) {
        const Score score = kWeights.piece_value[Index(pt)] +
                            kWeights.piece_square[Index(pt)][PieceSquareSlot(c, s, king_half)];
        table[MakePiece(c, pt)][s] = c == Color::kWhite ? score : -score;
      }
    }
  }
  return table;
}

// [KingHalf of the piece's own king]
inline constexpr std::array<PieceSquareTable, 2> kPieceSquareScores = {BuildPieceSquareScores(0),
                                                                       BuildPieceSquareScores(1)};

}  // namespace notochord::board
