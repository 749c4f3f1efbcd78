#include "tests/board/see_reference.h"

#include <algorithm>
#include <cstdlib>

#include "engine/base/types.h"

namespace notochord::test {
namespace {

using board::Move;
using board::Position;
using board::SeeValues;

using Cells = PerSquare<Piece>;

int FileNumber(Square s) { return static_cast<int>(FileOf(s)); }
int RankNumber(Square s) { return static_cast<int>(RankOf(s)); }
int Sign(int n) { return (n > 0) - (n < 0); }

bool IsPathFree(const Cells& cells, Square from, Square to) {
  const int file_step = Sign(FileNumber(to) - FileNumber(from));
  const int rank_step = Sign(RankNumber(to) - RankNumber(from));
  int file = FileNumber(from) + file_step;
  int rank = RankNumber(from) + rank_step;
  while (file != FileNumber(to) || rank != RankNumber(to)) {
    const Square s = MakeSquare(static_cast<File>(file), static_cast<Rank>(rank));
    if (cells[s] != Piece::kNone) return false;
    file += file_step;
    rank += rank_step;
  }
  return true;
}

// Could the piece on `from` capture on `to`, were it not for checks?
bool Attacks(const Cells& cells, Square from, Square to) {
  const int files = FileNumber(to) - FileNumber(from);
  const int ranks = RankNumber(to) - RankNumber(from);
  const int near = std::min(std::abs(files), std::abs(ranks));
  const int far = std::max(std::abs(files), std::abs(ranks));
  if (far == 0) return false;
  switch (TypeOf(cells[from])) {
    case PieceType::kPawn:
      return std::abs(files) == 1 && ranks == (ColorOf(cells[from]) == Color::kWhite ? 1 : -1);
    case PieceType::kKnight:
      return near == 1 && far == 2;
    case PieceType::kBishop:
      return near == far && IsPathFree(cells, from, to);
    case PieceType::kRook:
      return near == 0 && IsPathFree(cells, from, to);
    case PieceType::kQueen:
      return (near == 0 || near == far) && IsPathFree(cells, from, to);
    case PieceType::kKing:
      return far == 1;
    case PieceType::kNone:
      break;
  }
  return false;
}

// The least valuable piece of `side` that attacks `target`; kNone: no piece does.
Square LeastAttacker(const Cells& cells, Color side, Square target) {
  for (PieceType pt : kPieceTypes) {
    for (Square s = Square::kA1; s != Square::kNone; ++s) {
      if (cells[s] == MakePiece(side, pt) && Attacks(cells, s, target)) return s;
    }
  }
  return Square::kNone;
}

// What `side`, on move, gains at least by capturing on `target` or by leaving it alone.
int BestGain(const Cells& cells, Color side, Square target, const SeeValues& values) {
  const Square from = LeastAttacker(cells, side, target);
  if (from == Square::kNone) return 0;

  Cells after = cells;
  after[target] = cells[from];
  after[from] = Piece::kNone;
  int gain = values[TypeOf(cells[target])];
  const Rank last = side == Color::kWhite ? Rank::k8 : Rank::k1;
  if (TypeOf(cells[from]) == PieceType::kPawn && RankOf(target) == last) {
    after[target] = MakePiece(side, PieceType::kQueen);
    gain += values[PieceType::kQueen] - values[PieceType::kPawn];
  }
  const bool illegal = TypeOf(cells[from]) == PieceType::kKing &&
                       LeastAttacker(after, ~side, target) != Square::kNone;
  return illegal ? 0 : std::max(0, gain - BestGain(after, ~side, target, values));
}

}  // namespace

int ReferenceSee(const Position& position, Move move, const SeeValues& values) {
  if (move.IsCastling()) return 0;
  const Square from = move.from();
  const Square to = move.to();
  Cells cells = position.ToSetup().board;
  const Color us = ColorOf(cells[from]);

  int gain = cells[to] == Piece::kNone ? 0 : values[TypeOf(cells[to])];
  cells[to] = cells[from];
  cells[from] = Piece::kNone;
  if (move.IsPromotion()) {
    cells[to] = MakePiece(us, move.promotion());
    gain += values[move.promotion()] - values[PieceType::kPawn];
  }
  if (move.IsEnPassant()) {
    const Square victim = MakeSquare(FileOf(to), RankOf(from));
    gain += values[TypeOf(cells[victim])];
    cells[victim] = Piece::kNone;
  }
  return gain - BestGain(cells, ~us, to, values);
}

}  // namespace notochord::test
