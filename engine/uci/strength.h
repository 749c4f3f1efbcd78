// Weaker play on purpose, for `UCI_LimitStrength`: fewer nodes, and now and then a lesser move.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/base/rng.h"
#include "engine/search/root_moves.h"

namespace notochord::uci {

inline constexpr int kMinElo = 1300;
inline constexpr int kMaxElo = 3000;
// So many of the best lines are searched for the lesser move to be chosen from.
inline constexpr std::size_t kHandicapLines = 4;

struct Handicap {
  std::uint64_t nodes;  // for each move
  int blur;             // scores are misjudged by up to this much
};

// Fewer nodes, and a blur that makes up for what those cannot do, since the first iteration alone
// plays better than a beginner.
Handicap HandicapFor(int elo);

// The line that looks best when each of the first `lines` scores is blurred.
std::size_t ChooseLine(const search::RootMoves& moves, std::size_t lines, int blur, Rng& rng);

}  // namespace notochord::uci
