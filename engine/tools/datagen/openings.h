// Random openings: how the games of a run come to differ.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/base/rng.h"
#include "engine/board/position.h"
#include "engine/board/setup.h"
#include "engine/tools/datagen/settings.h"

namespace notochord::datagen {

inline constexpr std::size_t kChess960Starts = 960;

// The start positions of Chess960 in their usual numbering; 518 is that of chess.
board::Setup Chess960Start(std::size_t number);

// A start or book position and random legal moves. None where the game is over by then.
std::optional<board::Position> RandomOpening(const Settings& settings, Rng& rng);

}  // namespace notochord::datagen
