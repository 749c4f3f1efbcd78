// What a score says, for people and programs.
#pragma once

#include <cstdlib>
#include <optional>

#include "engine/base/value.h"

namespace notochord::analyze {

// Negative: the side to move is mated, 0: it is so already. None where the score is no mate.
inline std::optional<int> MovesToMate(int score) {
  if (!IsMate(score)) return std::nullopt;
  const int plies = kMateScore - std::abs(score);
  return score > 0 ? (plies + 1) / 2 : -(plies / 2);
}

// The score of a move, from that of the position after it.
constexpr int BeforeMove(int score_after) {
  if (!IsMate(score_after)) return -score_after;
  return score_after < 0 ? -score_after - 1 : -score_after + 1;
}

}  // namespace notochord::analyze
