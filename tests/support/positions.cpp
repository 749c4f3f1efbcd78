#include "tests/support/positions.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <utility>

#include "engine/board/bitboard.h"

namespace notochord::test {

using board::Move;
using board::MoveList;
using board::Position;
using board::Setup;

Position PositionFrom(absl::string_view fen) {
  absl::StatusOr<Position> position = Position::Parse(fen);
  if (!position.ok()) {
    std::cerr << fen << ": " << position.status() << std::endl;
    std::abort();
  }
  return *std::move(position);
}

Move RandomMove(const Position& position, Rng& rng) {
  const MoveList moves = board::LegalMoves(position);
  return moves.empty() ? Move() : moves[rng.Below(moves.size())];
}

void RandomWalk(Position& position, std::size_t plies, Rng& rng) {
  for (std::size_t i = 0; i < plies; ++i) {
    const Move move = RandomMove(position, rng);
    if (!move) return;
    position.Make(move);
  }
}

Position RandomChess960Start(Rng& rng) {
  using enum PieceType;
  std::array<PieceType, 8> rank = {kRook, kKnight, kBishop, kQueen, kKing, kBishop, kKnight, kRook};
  const auto find = [&](PieceType pt, std::size_t from) {
    return static_cast<std::size_t>(
        std::find(rank.begin() + static_cast<std::ptrdiff_t>(from), rank.end(), pt) - rank.begin());
  };
  std::size_t left = 0;
  std::size_t king = 0;
  std::size_t right = 0;
  do {
    for (std::size_t i = rank.size() - 1; i > 0; --i) std::swap(rank[i], rank[rng.Below(i + 1)]);
    left = find(kRook, 0);
    king = find(kKing, 0);
    right = find(kRook, left + 1);
  } while ((find(kBishop, 0) + find(kBishop, find(kBishop, 0) + 1)) % 2 == 0 || king < left ||
           king > right);

  Setup setup;
  for (Color c : kColors) {
    for (std::size_t file = 0; file < 8; ++file) {
      const auto f = static_cast<File>(file);
      setup.board[MakeSquare(f, Relative(c, Rank::k1))] = MakePiece(c, rank[file]);
      setup.board[MakeSquare(f, Relative(c, Rank::k2))] = MakePiece(c, kPawn);
    }
    const auto rook_square = [&](std::size_t file) {
      return MakeSquare(static_cast<File>(file), Relative(c, Rank::k1));
    };
    using board::CastlingSide;
    setup.castling_rooks[board::CastlingIndex(c, CastlingSide::kKingSide)] = rook_square(right);
    setup.castling_rooks[board::CastlingIndex(c, CastlingSide::kQueenSide)] = rook_square(left);
  }
  return *Position::FromSetup(setup);
}

std::vector<Position> RandomPositions(std::size_t count, std::uint64_t seed) {
  constexpr std::size_t kLongestWalk = 160;
  Rng rng(seed);
  std::vector<Position> positions;
  while (positions.size() < count) {
    Position position = rng.Below(4) == 0 ? RandomChess960Start(rng) : Position();
    RandomWalk(position, 1 + rng.Below(kLongestWalk), rng);
    if (!board::HasLegalMove(position) || position.IsFiftyMoveDraw() ||
        position.IsInsufficientMaterial() || position.RepetitionCount() >= 2) {
      continue;
    }
    positions.push_back(std::move(position));
  }
  return positions;
}

}  // namespace notochord::test
