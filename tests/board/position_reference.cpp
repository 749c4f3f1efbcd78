#include "tests/board/position_reference.h"

#include <algorithm>
#include <cstdlib>

#include "engine/board/psqt.h"
#include "engine/board/zobrist.h"

namespace notochord::board::test_reference {
namespace {

int Sign(int n) { return (n > 0) - (n < 0); }

struct Offset {
  int files;
  int ranks;
};
Offset From(Square a, Square b) {
  return {static_cast<int>(FileOf(b)) - static_cast<int>(FileOf(a)),
          static_cast<int>(RankOf(b)) - static_cast<int>(RankOf(a))};
}

// The squares strictly between two squares of one line; empty where they share none.
Bitboard Between(Square a, Square b) {
  const Offset d = From(a, b);
  if (d.files != 0 && d.ranks != 0 && std::abs(d.files) != std::abs(d.ranks)) return kEmpty;
  const int steps = std::max(std::abs(d.files), std::abs(d.ranks));
  Bitboard between = 0;
  for (int i = 1; i < steps; ++i) {
    const int index = static_cast<int>(a) + i * (8 * Sign(d.ranks) + Sign(d.files));
    between |= Bitboard{1} << index;
  }
  return between;
}

bool IsSlider(PieceType pt) {
  return pt == PieceType::kBishop || pt == PieceType::kRook || pt == PieceType::kQueen;
}

void RecountKeys(const Position& position, State& state) {
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    const Piece piece = position.PieceOn(s);
    if (piece == Piece::kNone) continue;
    const Key key = kZobrist.piece[piece][s];
    const PieceType pt = TypeOf(piece);
    state.key ^= key;
    if (pt == PieceType::kPawn) {
      state.pawn_key ^= key;
    } else {
      state.non_pawn_key[ColorOf(piece)] ^= key;
    }
    const bool king = pt == PieceType::kKing;
    if (king || pt == PieceType::kKnight || pt == PieceType::kBishop) state.minor_key ^= key;
    if (king || pt == PieceType::kRook || pt == PieceType::kQueen) state.major_key ^= key;
    state.material.Add(piece);
    const std::size_t half = KingHalf(position.KingSquare(ColorOf(piece)));
    state.piece_square += kPieceSquareScores[half][piece][s];
  }
  if (position.side_to_move() == Color::kBlack) state.key ^= kZobrist.black_to_move;
  state.key ^= kZobrist.castling[state.castling];
  if (state.en_passant != Square::kNone) {
    state.key ^= kZobrist.en_passant[Index(FileOf(state.en_passant))];
  }
}

void RecountPins(const Position& position, Color king_color, State& state) {
  const Square king = position.KingSquare(king_color);
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    const Piece piece = position.PieceOn(s);
    if (piece == Piece::kNone || ColorOf(piece) == king_color || !IsSlider(TypeOf(piece)) ||
        !Attacks(piece, s, king, kEmpty)) {
      continue;
    }
    const Bitboard between = Between(s, king) & position.Pieces();
    if (PopCount(between) != 1) continue;
    state.blockers[king_color] |= between;
  }
}

}  // namespace

bool Attacks(Piece piece, Square from, Square to, Bitboard occupied) {
  const Offset d = From(from, to);
  const int files = std::abs(d.files);
  const int ranks = std::abs(d.ranks);
  const bool free = (Between(from, to) & occupied) == 0;
  const bool diagonal = files == ranks && files > 0;
  const bool straight = (files == 0) != (ranks == 0);
  switch (TypeOf(piece)) {
    case PieceType::kPawn:
      return files == 1 && d.ranks == (ColorOf(piece) == Color::kWhite ? 1 : -1);
    case PieceType::kKnight:
      return files * ranks == 2;
    case PieceType::kBishop:
      return diagonal && free;
    case PieceType::kRook:
      return straight && free;
    case PieceType::kQueen:
      return (diagonal || straight) && free;
    case PieceType::kKing:
      return std::max(files, ranks) == 1;
    default:
      return false;
  }
}

Bitboard Attackers(const Position& position, Square s, Color by, Bitboard occupied) {
  Bitboard attackers = 0;
  for (Square from = Square::kA1; from != Square::kNone; ++from) {
    const Piece piece = position.PieceOn(from);
    if (piece == Piece::kNone || ColorOf(piece) != by) continue;
    if (Attacks(piece, from, s, occupied)) attackers |= Bit(from);
  }
  return attackers;
}

State Recount(const Position& position) {
  State state;
  state.castling = position.castling();
  state.en_passant = position.en_passant();
  state.rule50 = position.state().rule50;
  state.plies_from_null = position.state().plies_from_null;
  state.captured = position.state().captured;
  RecountKeys(position, state);
  for (Color c : kColors) RecountPins(position, c, state);

  const Color us = position.side_to_move();
  const Bitboard occupied = position.Pieces();
  state.checkers = Attackers(position, position.KingSquare(us), ~us, occupied);
  const Square target = position.KingSquare(~us);
  for (PieceType pt :
       {PieceType::kPawn, PieceType::kKnight, PieceType::kBishop, PieceType::kRook}) {
    for (Square s = Square::kA1; s != Square::kNone; ++s) {
      if (Attacks(MakePiece(us, pt), s, target, occupied)) state.check_squares[Index(pt)] |= Bit(s);
    }
  }
  return state;
}

}  // namespace notochord::board::test_reference
