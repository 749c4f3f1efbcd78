// Piece values and piece-square tables as one table per coloured piece, seen by White: the
// position adds and subtracts its entries as pieces move.
#pragma once

#include "engine/base/score.h"
#include "engine/base/types.h"
#include "engine/base/weights.h"

namespace notochord::board {

// The column of a piece-square table's half that a square falls into: tables are mirrored.
constexpr std::size_t PieceSquareSlot(Color c, Square s) {
  return Index(RelativeRank(c, s)) * 4 + EdgeDistance(s);
}

constexpr PerPiece<PerSquare<Score>> BuildPieceSquareScores() {
  PerPiece<PerSquare<Score>> table{};
  for (Color c : kColors) {
    for (PieceType pt : kPieceTypes) {
      for (Square s = Square::kA1; s != Square::kNone; ++s) {
        const Score score = kWeights.piece_value[Index(pt)] +
                            kWeights.piece_square[Index(pt)][PieceSquareSlot(c, s)];
        table[MakePiece(c, pt)][s] = c == Color::kWhite ? score : -score;
      }
    }
  }
  return table;
}

inline constexpr PerPiece<PerSquare<Score>> kPieceSquareScores = BuildPieceSquareScores();

}  // namespace notochord::board
