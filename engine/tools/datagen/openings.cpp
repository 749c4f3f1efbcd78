#include "engine/tools/datagen/openings.h"

#include <array>
#include <cassert>
#include <utility>

#include "engine/board/movegen.h"

namespace notochord::datagen {
namespace {

using board::Position;
using board::Setup;

using BackRank = std::array<PieceType, 8>;

// Puts a piece on the `n`-th free square, counted from 0.
void PutOnFree(std::size_t n, PieceType pt, BackRank& rank) {
  for (PieceType& place : rank) {
    if (place != PieceType::kNone) continue;
    if (n-- == 0) {
      place = pt;
      return;
    }
  }
}

// Bishops on squares of both colours, the queen, both knights; what is left is rook, king, rook.
BackRank Chess960BackRank(std::size_t number) {
  constexpr std::array<std::pair<std::size_t, std::size_t>, 10> kKnights = {
      {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
  BackRank rank;
  rank.fill(PieceType::kNone);
  rank[number % 4 * 2 + 1] = PieceType::kBishop;
  rank[number / 4 % 4 * 2] = PieceType::kBishop;
  PutOnFree(number / 16 % 6, PieceType::kQueen, rank);
  const auto [first, second] = kKnights[number / 96];
  PutOnFree(second, PieceType::kKnight, rank);
  PutOnFree(first, PieceType::kKnight, rank);
  for (PieceType pt : {PieceType::kRook, PieceType::kKing, PieceType::kRook}) {
    PutOnFree(0, pt, rank);
  }
  return rank;
}

Setup StartOf(const Settings& settings, Rng& rng) {
  if (!settings.book.empty()) return settings.book[rng.Below(settings.book.size())];
  if (settings.chess960) return Chess960Start(rng.Below(kChess960Starts));
  return Position().ToSetup();
}

}  // namespace

Setup Chess960Start(std::size_t number) {
  assert(number < kChess960Starts);
  const BackRank rank = Chess960BackRank(number);
  Setup setup;
  for (Color c : kColors) {
    const auto square = [&](std::size_t file, Rank r) {
      return MakeSquare(static_cast<File>(file), Relative(c, r));
    };
    auto side = board::CastlingSide::kQueenSide;
    for (std::size_t file = 0; file < rank.size(); ++file) {
      const Square s = square(file, Rank::k1);
      setup.board[s] = MakePiece(c, rank[file]);
      setup.board[square(file, Rank::k2)] = MakePiece(c, PieceType::kPawn);
      if (rank[file] == PieceType::kRook) {
        setup.castling_rooks[board::CastlingIndex(c, side)] = s;
        side = board::CastlingSide::kKingSide;
      }
    }
  }
  return setup;
}

std::optional<Position> RandomOpening(const Settings& settings, Rng& rng) {
  // The book was checked when it was read, and start positions are right.
  Position position = *Position::FromSetup(StartOf(settings, rng));
  const int plies = settings.random_plies + static_cast<int>(rng.Below(2));
  for (int ply = 0; ply <= plies; ++ply) {
    const board::MoveList moves = board::LegalMoves(position);
    if (moves.empty() || position.IsInsufficientMaterial() || position.IsFiftyMoveDraw()) {
      return std::nullopt;
    }
    if (ply < plies) position.Make(moves[rng.Below(moves.size())]);
  }
  return position;
}

}  // namespace notochord::datagen
