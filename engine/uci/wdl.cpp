#include "engine/uci/wdl.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "engine/base/value.h"

namespace notochord::uci {
namespace {

// The chance to win is logistic in the score: half at kMiddle, steeper the smaller kSpread. Both in
// the unit of scores, interpolated between a bare board and all pieces on it.
struct Logistic {
  double middle;
  double spread;
};
constexpr Logistic kBare = {160, 55};
constexpr Logistic kFull = {230, 95};

double WinChance(double score, double fullness) {
  const double middle = kBare.middle + (kFull.middle - kBare.middle) * fullness;
  const double spread = kBare.spread + (kFull.spread - kBare.spread) * fullness;
  return 1.0 / (1.0 + std::exp((middle - score) / spread));
}

}  // namespace

WinDrawLoss WinDrawLossOf(int score, const board::Position& position) {
  if (IsWin(score)) return {1000, 0, 0};
  if (IsLoss(score)) return {0, 0, 1000};
  const int phase = std::min(position.material().Phase(), board::Material::kMaxPhase);
  const double fullness = static_cast<double>(phase) / board::Material::kMaxPhase;
  const int win = static_cast<int>(std::lround(1000 * WinChance(score, fullness)));
  const int loss = static_cast<int>(std::lround(1000 * WinChance(-score, fullness)));
  return {win, 1000 - win - loss, loss};
}

std::string FormatWdl(int score, const board::Position& position) {
  const WinDrawLoss wdl = WinDrawLossOf(score, position);
  return absl::StrCat("wdl ", wdl.win, " ", wdl.draw, " ", wdl.loss);
}

}  // namespace notochord::uci
