// The record of one evaluation: what each term contributed, and the coefficient of every weight.
// The tuner computes the evaluation and its gradient from it, without a second evaluation.
//
// With S the Scores' two halves h (middlegame, endgame), sums over all weights w:
//   linear_h      = sum(linear[w] * w_h)
//   danger_h[c]   = sum(danger[c][w] * w_h)                        c: the king's colour
//   total_h       = linear_h - penalty_h(danger_h[White]) + penalty_h(danger_h[Black])
//   complexity    = sum(complexity[w] * w_eg)
//   adjusted_eg   = total_eg + sign(total_eg) * max(complexity, -|total_eg|)
//   value         = (total_mg * phase + adjusted_eg * scale / kFullScale * (256 - phase)) / 256
// where scale = scales[side that adjusted_eg favours, or total_mg where that is 0]; a scale of 0
// makes the value 0. Known endgames replace all this.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "engine/base/score.h"
#include "engine/base/types.h"
#include "engine/base/weights.h"

namespace notochord::eval {

// The rows of the `eval` table.
enum class Term : std::uint8_t {
  kMaterial,
  kImbalance,
  kPawns,
  kPassed,
  kMobility,
  kKnights,
  kBishops,
  kRooks,
  kQueens,
  kKing,
  kDanger,
  kThreats,
  kSpace,
  kTempo
};
inline constexpr std::size_t kTermCount = Index(Term::kTempo) + 1;
absl::string_view TermName(Term term);

inline constexpr int kFullPhase = 256;
inline constexpr int kFullScale = 64;

// King danger as a penalty: linear, and quadratic besides where it is positive, in the middlegame;
// linear in the endgame. Danger is counted in eighths of an evaluation unit.
inline constexpr int kDangerUnit = 8;
inline constexpr int kDangerQuadratic = 1024;
inline constexpr int kMaxDanger = 2000;

constexpr int DangerPenaltyMg(int danger) {
  if (danger > kMaxDanger) danger = kMaxDanger;
  const int positive = danger > 0 ? danger : 0;
  return danger / kDangerUnit + positive * positive / kDangerQuadratic;
}
constexpr int DangerPenaltyEg(int danger) { return danger / kDangerUnit; }
// d penalty / d danger, for the tuner.
constexpr double DangerSlopeMg(double danger) {
  if (danger > kMaxDanger) return 0;
  return 1.0 / kDangerUnit + (danger > 0 ? 2.0 * danger / kDangerQuadratic : 0.0);
}

constexpr Score DangerPenalty(Score danger) {
  return Score(DangerPenaltyMg(danger.mg()), DangerPenaltyEg(danger.eg()));
}

// What complexity adds to the endgame half of a total.
constexpr int ComplexityAdjustment(int total, int complexity) {
  const int magnitude = total < 0 ? -total : total;
  const int bounded = complexity < -magnitude ? -magnitude : complexity;
  return total > 0 ? bounded : total < 0 ? -bounded : 0;
}
constexpr Score ComplexityAdjustment(Score total, Score complexity) {
  return Score(0, ComplexityAdjustment(total.eg(), complexity.eg()));
}

// Both halves to one value; symmetric in the sign. A scale of 0 is a draw in both halves.
constexpr int Taper(Score total, int phase, int scale) {
  if (scale == 0) return 0;
  return (total.mg() * phase * kFullScale + total.eg() * (kFullPhase - phase) * scale) /
         (kFullPhase * kFullScale);
}

// [WeightIndex]
using Coefficients = std::array<std::int16_t, kWeightCount>;

struct EvalTrace {
  Coefficients linear{};            // White minus Black
  PerColor<Coefficients> danger{};  // [king's colour]
  Coefficients complexity{};

  std::array<PerColor<Score>, kTermCount> terms{};  // [term][colour], each in its side's favour
  PerColor<Score> danger_sum{};                     // [king's colour] before the penalty
  Score total;                                      // White minus Black, before complexity
  Score complexity_sum;
  Score adjusted;                                       // total and complexity adjustment
  int phase = 0;                                        // 0 to kFullPhase: all pieces on the board
  int scale = kFullScale;                               // of the endgame half
  PerColor<int> scales = {{{kFullScale, kFullScale}}};  // [who is better] what it would be
  absl::string_view endgame;  // name of a known endgame that gave the value instead; else empty
  int value = 0;              // White's view
  Color side_to_move = Color::kWhite;
};

// The table of the `eval` command.
std::string FormatTrace(const EvalTrace& trace);

}  // namespace notochord::eval
