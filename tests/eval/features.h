// What tests of evaluation terms are written in: two positions that differ in one feature, the
// weights that must tell them apart, and whether it must be good or bad.
#pragma once

#include <vector>

#include "absl/strings/string_view.h"
#include "engine/eval/evaluate.h"

namespace notochord::eval {

// How often a group's weights were added.
int Count(const Coefficients& coefficients, absl::string_view name);

// Of a position that is no known endgame.
EvalTrace TraceOf(absl::string_view fen);

// What the feature does to the sum that it belongs to: evaluation or danger. kAny: it is counted;
// the sign of a single entry of such a table means nothing, their order does, which has a test of
// its own.
enum class Effect { kUp, kDown, kAny };

struct Feature {
  const char* weights;  // group
  const char* with;
  const char* without;
  int count;  // how much more often the group is added in the first position
  Effect effect;
};

// Features of White, in the evaluation.
void ExpectTerms(const std::vector<Feature>& features);
// Features of the danger of White's king.
void ExpectDangers(const std::vector<Feature>& features);
void ExpectComplexities(const std::vector<Feature>& features);

}  // namespace notochord::eval
