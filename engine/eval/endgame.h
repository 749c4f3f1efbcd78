// Endgames that are known from their material: exact values, or a way to make progress towards the
// mate, in place of the general evaluation.
#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"
#include "engine/board/material.h"
#include "engine/board/position.h"

namespace notochord::eval {

enum class Endgame : std::uint8_t {
  kNone,
  kDraw,  // no side can win
  kKxk,   // enough to mate a bare king
  kKpk,
  kKbnk,
  kKrkp,
  kKrkb,
  kKrkn,
  kKqkp,
  kKqkr,
};

// A won endgame is worth at least this.
inline constexpr int kKnownWin = 6000;

absl::string_view EndgameName(Endgame endgame);

Endgame ClassifyEndgame(board::Material material);

// The value of a position whose material is the endgame's, from the side to move's view.
int EvaluateEndgame(Endgame endgame, const board::Position& position);

}  // namespace notochord::eval
