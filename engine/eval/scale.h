// Scale factors: how much of an endgame advantage is worth something, 0 (drawn) to kFullScale.
#pragma once

#include "engine/board/material.h"
#include "engine/board/position.h"
#include "engine/eval/pawn_cache.h"

namespace notochord::eval {

// From the material alone, where `strong` stands better.
int MaterialScale(board::Material material, Color strong);

// Can ScaleByPosition say more than MaterialScale?
bool HasSpecialScale(board::Material material);

// From the squares too; at most `scale`, which MaterialScale gave.
int ScaleByPosition(const board::Position& position, const PawnEntry& pawns, Color strong,
                    int scale);

}  // namespace notochord::eval
