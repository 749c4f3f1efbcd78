#include "tests/eval/features.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>

#include "tests/support/positions.h"

namespace notochord::eval {
namespace {

const WeightGroup& GroupNamed(absl::string_view name) {
  for (const WeightGroup& group : kWeightGroups) {
    if (group.name == name) return group;
  }
  ADD_FAILURE() << "no weights named " << name;
  std::abort();
}

// What a group's weights came to, both halves together.
int Worth(const Coefficients& coefficients, absl::string_view name) {
  const WeightGroup& group = GroupNamed(name);
  const auto* weights = reinterpret_cast<const Score*>(&kWeights);
  int sum = 0;
  for (std::size_t i = group.first; i < group.first + group.size(); ++i) {
    sum += coefficients[i] * (weights[i].mg() + weights[i].eg());
  }
  return sum;
}

void ExpectFeature(const Feature& feature, const Coefficients& with, const Coefficients& without) {
  SCOPED_TRACE(testing::Message() << feature.weights << "\n"
                                  << feature.with << "\n"
                                  << feature.without);
  EXPECT_NE(with, without);
  EXPECT_EQ(Count(with, feature.weights) - Count(without, feature.weights), feature.count);
  const int change = Worth(with, feature.weights) - Worth(without, feature.weights);
  if (feature.effect == Effect::kUp) {
    EXPECT_GT(change, 0);
  } else if (feature.effect == Effect::kDown) {
    EXPECT_LT(change, 0);
  }
}

}  // namespace

int Count(const Coefficients& coefficients, absl::string_view name) {
  const WeightGroup& group = GroupNamed(name);
  const auto* first = coefficients.data() + group.first;
  return std::accumulate(first, first + group.size(), 0);
}

EvalTrace TraceOf(absl::string_view fen) {
  EvalTrace trace = Trace(test::PositionFrom(fen));
  EXPECT_TRUE(trace.endgame.empty()) << fen;
  return trace;
}

void ExpectTerms(const std::vector<Feature>& features) {
  for (const Feature& f : features) {
    ExpectFeature(f, TraceOf(f.with).linear, TraceOf(f.without).linear);
  }
}

void ExpectDangers(const std::vector<Feature>& features) {
  for (const Feature& f : features) {
    ExpectFeature(f, TraceOf(f.with).danger[Color::kWhite],
                  TraceOf(f.without).danger[Color::kWhite]);
  }
}

void ExpectComplexities(const std::vector<Feature>& features) {
  for (const Feature& f : features) {
    ExpectFeature(f, TraceOf(f.with).complexity, TraceOf(f.without).complexity);
  }
}

}  // namespace notochord::eval
