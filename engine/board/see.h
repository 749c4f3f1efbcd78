// Static exchange evaluation: what a move wins or loses if both sides go on capturing on its target
// square, always with the least valuable piece (by type: pawn, knight, bishop, rook, queen, king;
// of one type the first in the order a1, b1, ...), and each may stop when that is better.
//
// Sliders behind a piece that has captured join in. A king captures only where nothing attacks him
// then. A pawn that captures on the last rank becomes a queen and is at risk as a queen. Pins are
// ignored. Castling, and a capture en passant in answer to the move, count nothing.
#pragma once

#include <array>

#include "engine/base/params.h"
#include "engine/base/types.h"
#include "engine/board/bitboard.h"
#include "engine/board/move.h"
#include "engine/board/position.h"

namespace notochord::board {

// What each piece is worth in an exchange, by any table. A queen must not be worth less than a
// pawn.
struct SeeValues {
  // [pawn..queen, king, none] A king never stays at risk, so his value is never counted.
  std::array<int, kPieceTypeCount + 1> value;

  constexpr int operator[](PieceType pt) const { return value[Index(pt)]; }
};

// The values that the search uses. Constants, so that nothing has to be passed on.
struct TunedSeeValues {
  int operator[](PieceType pt) const {
    switch (pt) {
      case PieceType::kPawn:
        return params::kSeePawn;
      case PieceType::kKnight:
        return params::kSeeKnight;
      case PieceType::kBishop:
        return params::kSeeBishop;
      case PieceType::kRook:
        return params::kSeeRook;
      case PieceType::kQueen:
        return params::kSeeQueen;
      default:
        return 0;
    }
  }
};

namespace internal {

// What a move itself wins, and the piece that then stands on its target square.
struct FirstCapture {
  template <typename Values>
  FirstCapture(const Position& position, Move move, const Values& values)
      : gain(values[position.CapturedType(move)]), at_risk(TypeOf(position.MovedPiece(move))) {
    if (move.IsPromotion()) {
      at_risk = move.promotion();
      gain += values[at_risk] - values[PieceType::kPawn];
    }
  }

  int gain;
  PieceType at_risk;
};

// Is the side that made the move content, if it can afford to lose `slack` from there on?
template <typename Values>
[[gnu::noinline]] bool HoldsExchange(const Position& position, Move move, PieceType at_risk,
                                     int slack, const Values& values);

}  // namespace internal

// The exact value of a legal move, captures and quiet moves alike.
template <typename Values = TunedSeeValues>
int See(const Position& position, Move move, const Values& values = Values{});

// See(position, move) >= threshold, usually much sooner: most moves need no look at who captures,
// and none that go to a square outside `attacked`, if the caller knows where the opponent attacks.
template <typename Values = TunedSeeValues>
[[gnu::always_inline]] inline bool SeeAtLeast(const Position& position, Move move, int threshold,
                                              const Values& values = Values{},
                                              Bitboard attacked = kAllSquares) {
  if (move.IsCastling()) return threshold <= 0;
  const auto [gain, at_risk] = internal::FirstCapture(position, move, values);
  const int slack = gain - threshold;
  if (slack < 0) return false;
  if (!Contains(attacked, move.to())) return true;
  const bool may_promote = Contains(kRank1 | kRank8, move.to());
  if (slack >= values[at_risk] && !may_promote) return true;
  return internal::HoldsExchange(position, move, at_risk, slack, values);
}

}  // namespace notochord::board
