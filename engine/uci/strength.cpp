#include "engine/uci/strength.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/value.h"
#include "engine/uci/format.h"

namespace notochord::uci {

namespace {

// Nodes and blur follow from a level, 0 for the strongest. What a step of it costs varies widely,
// so levels are looked up: matches between neighbours say that a step of Elo is about the same
// difference in strength everywhere. Between two rows, a straight line.
struct Step {
  int elo;
  double level;
};
constexpr std::array<Step, 5> kSteps = {
    {{kMinElo, 1000}, {1476, 900}, {2028, 700}, {2498, 500}, {kMaxElo, 0}}};

double LevelOf(int elo) {
  std::size_t i = 1;
  while (i + 1 < kSteps.size() && elo > kSteps[i].elo) ++i;
  const Step& below = kSteps[i - 1];
  const Step& above = kSteps[i];
  return below.level + (above.level - below.level) * (elo - below.elo) / (above.elo - below.elo);
}

}  // namespace

Handicap HandicapFor(int elo) {
  constexpr double kMostNodes = 400'000;
  const double level = LevelOf(elo);
  return {static_cast<std::uint64_t>(std::max(1.0, kMostNodes * std::exp2(-level / 120))),
          static_cast<int>(level / 8)};
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
