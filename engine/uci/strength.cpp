#include "engine/uci/strength.h"

#include <algorithm>
#include <cmath>

#include "engine/base/value.h"
#include "engine/uci/format.h"

namespace notochord::uci {

Handicap HandicapFor(int elo) {
  const double halvings = (kMaxElo - elo) / 120.0;
  return {static_cast<std::uint64_t>(std::max(1.0, 400'000 * std::exp2(-halvings))),
          (kMaxElo - elo) / 8};
}

std::size_t ChooseLine(const search::RootMoves& moves, std::size_t lines, int blur, Rng& rng) {
  std::size_t best = 0;
  int best_score = -2 * kInfiniteScore;
  for (std::size_t i = 0; i < lines; ++i) {
    const int error = static_cast<int>(rng.Below(2 * static_cast<std::uint64_t>(blur) + 1)) - blur;
    const int known = LatestScore(moves[i]);
    const int score = known + error;
    if (known == -kInfiniteScore || score <= best_score) continue;
    best = i;
    best_score = score;
  }
  return best;
}

}  // namespace notochord::uci
