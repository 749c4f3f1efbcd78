// Names of squares, pieces and moves, in both directions: long algebraic (UCI) and short algebraic
// (SAN) notation.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/base/types.h"
#include "engine/board/move.h"
#include "engine/board/position.h"

namespace notochord::board {

// "e4"; "-" for kNone.
std::string SquareName(Square s);
// kNone where the text is no square.
Square SquareFromName(absl::string_view text);
constexpr char RankNumber(Rank r) { return static_cast<char>('1' + Index(r)); }

// "P" to "K" for White, "p" to "k" for Black.
inline constexpr std::string_view kPieceLetters = "PpNnBbRrQqKk";  // [Piece]
constexpr char PieceLetter(Piece p) { return kPieceLetters[Index(p)]; }
// kNone where the letter is no piece.
constexpr Piece PieceFromLetter(char c) {
  const std::size_t i = kPieceLetters.find(c);
  return i == std::string_view::npos ? Piece::kNone : static_cast<Piece>(i);
}
// Of White's letters only; kNone for all others.
constexpr PieceType PieceTypeFromUpper(char c) {
  const Piece p = PieceFromLetter(c);
  return p == Piece::kNone || ColorOf(p) == Color::kBlack ? PieceType::kNone : TypeOf(p);
}

// "e2e4", "e7e8q"; castling as e1g1, in Chess960, and where king or rook have another home, as the
// king taking its rook: d1c1 could be a step. "0000": no move.
std::string ToUci(Move move, bool chess960);
// Finds the legal move that the text names. Castling is understood in both spellings.
absl::StatusOr<Move> ParseUciMove(const Position& position, absl::string_view text);

// "Nf3", "exd8=Q+", "O-O". The move must be legal.
std::string ToSan(const Position& position, Move move);
// Forgiving: check marks and annotations, "0-0", missing "x" and "=", long forms are understood.
absl::StatusOr<Move> ParseSan(const Position& position, absl::string_view text);

}  // namespace notochord::board
