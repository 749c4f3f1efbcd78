// King and pawn against king: one bit for each placement, won or drawn. Exact.
//
// Threading: built before main, constant afterwards.
#pragma once

#include "engine/base/types.h"

namespace notochord::eval {

// Does the side with the pawn win? The squares must be a legal position.
bool IsKpkWon(Color strong, Square strong_king, Square pawn, Square weak_king, Color side_to_move);

}  // namespace notochord::eval
