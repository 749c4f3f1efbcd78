// The part of a position that a move changes and unmaking cannot recompute cheaply: keys, counters,
// rights, check and pin information. Plain data; Position keeps it up to date.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "engine/base/score.h"
#include "engine/base/types.h"
#include "engine/board/bitboard.h"
#include "engine/board/material.h"
#include "engine/board/setup.h"

namespace notochord::board {

// Saved whole by Make.
struct State {
  Key key = 0;
  Key pawn_key = 0;
  Key minor_key = 0;             // knights, bishops, kings
  Key major_key = 0;             // rooks, queens, kings
  PerColor<Key> non_pawn_key{};  // [colour] all but pawns
  Material material;
  Bitboard checkers = 0;          // pieces that check the side to move
  PerColor<Bitboard> blockers{};  // [king's colour] pieces that alone stand before a slider
  std::array<Bitboard, 4> check_squares{};  // [pawn..rook] squares that check the waiting king
  Score piece_square;                       // material and piece-square tables, White's view
  // Both count up to kMaxRule50.
  std::int16_t rule50 = 0;            // plies since the last capture or pawn move
  std::int16_t plies_from_null = 0;   // plies since the last null move or the set-up
  Square en_passant = Square::kNone;  // only where the capture is legal
  CastlingRights castling = 0;
  Piece captured = Piece::kNone;

  friend bool operator==(const State&, const State&) = default;
};
static_assert(std::is_trivially_copyable_v<State>);
static_assert(sizeof(State) <= 128);

}  // namespace notochord::board
