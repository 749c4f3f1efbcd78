#include "engine/eval/trace.h"

#include <gtest/gtest.h>

#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/eval/evaluate.h"
#include "tests/support/data.h"
#include "tests/support/positions.h"

namespace notochord::eval {
namespace {

using board::Position;

struct Halves {
  int mg = 0;
  int eg = 0;
};

// The product of coefficients and weights, in plain integers.
Halves Multiply(const Coefficients& coefficients) {
  const auto* weights = reinterpret_cast<const Score*>(&kWeights);
  Halves sum;
  for (std::size_t i = 0; i < kWeightCount; ++i) {
    sum.mg += coefficients[i] * weights[i].mg();
    sum.eg += coefficients[i] * weights[i].eg();
  }
  return sum;
}

int Sign(int x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

// The evaluation, from the trace's coefficients and the formulas in its header alone.
int Recompute(const EvalTrace& trace) {
  Halves total = Multiply(trace.linear);
  for (Color c : kColors) {
    const Halves danger = Multiply(trace.danger[c]);
    const int sign = c == Color::kWhite ? 1 : -1;
    total.mg -= sign * DangerPenaltyMg(danger.mg);
    total.eg -= sign * DangerPenaltyEg(danger.eg);
  }
  const Halves complexity = Multiply(trace.complexity);
  total.eg += Sign(total.eg) * std::max(complexity.eg, -std::abs(total.eg));
  if (trace.scale == 0) return 0;
  const int value =
      (total.mg * trace.phase * kFullScale + total.eg * trace.scale * (kFullPhase - trace.phase)) /
      (kFullPhase * kFullScale);
  return std::clamp(value, -kMaxEval, kMaxEval);
}

void ExpectTraceHolds(const std::vector<Position>& positions) {
  Evaluator evaluator;
  for (const Position& position : positions) {
    const EvalTrace trace = Trace(position);
    const int sign = position.side_to_move() == Color::kWhite ? 1 : -1;
    ASSERT_EQ(trace.value, sign * evaluator.Evaluate(position)) << position.Fen();
    if (!trace.endgame.empty()) continue;
    ASSERT_EQ(Recompute(trace), trace.value) << position.Fen();

    Score sum;
    for (const PerColor<Score>& term : trace.terms)
      sum += term[Color::kWhite] - term[Color::kBlack];
    ASSERT_EQ(sum, trace.total) << position.Fen();
    ASSERT_EQ(Taper(trace.adjusted, trace.phase, trace.scale), trace.value) << position.Fen();
  }
}

TEST(TraceTest, SumsToTheEvaluationInTheSuites) {
  NOTOCHORD_REQUIRE_DATA();
  std::vector<Position> positions;
  for (const std::string& fen : test::SuiteFens()) positions.push_back(test::PositionFrom(fen));
  ExpectTraceHolds(positions);
}

TEST(TraceTest, SumsToTheEvaluationInRandomPositions) {
  ExpectTraceHolds(test::RandomPositions(test::kParanoid ? 1000 : 10000, 99));
}

// Every weight that can matter is used somewhere: a weight that no position touches is a mistake in
// a term or in the table.
TEST(TraceTest, NearlyAllWeightsAreReached) {
  NOTOCHORD_REQUIRE_DATA();
  std::vector<bool> reached(kWeightCount);
  const auto mark = [&](const Position& position) {
    const EvalTrace trace = Trace(position);
    for (std::size_t i = 0; i < kWeightCount; ++i) {
      if (trace.linear[i] != 0 || trace.danger[Color::kWhite][i] != 0 ||
          trace.danger[Color::kBlack][i] != 0 || trace.complexity[i] != 0) {
        reached[i] = true;
      }
    }
  };
  for (const std::string& fen : test::SuiteFens()) mark(test::PositionFrom(fen));
  for (const Position& position : test::RandomPositions(3000, 5)) mark(position);
  for (const WeightGroup& group : kWeightGroups) {
    bool any = false;
    for (std::size_t i = 0; i < group.size(); ++i) any = any || reached[group.first + i];
    EXPECT_TRUE(any) << group.name;
  }
}

TEST(TraceTest, PenaltyAndItsSlopeAgree) {
  for (int danger = -400; danger < kMaxDanger - 100; danger += 7) {
    const double secant = (DangerPenaltyMg(danger + 64) - DangerPenaltyMg(danger - 64)) / 128.0;
    EXPECT_NEAR(secant, DangerSlopeMg(danger), 0.05) << danger;
    EXPECT_GE(DangerPenaltyMg(danger + 1), DangerPenaltyMg(danger)) << "never falls";
  }
  EXPECT_EQ(DangerSlopeMg(kMaxDanger + 1), 0);
  EXPECT_EQ(DangerPenaltyMg(kMaxDanger + 500), DangerPenaltyMg(kMaxDanger));
}

TEST(TraceTest, ComplexityNeverChangesTheSign) {
  for (int total : {-300, -20, -1, 0, 1, 20, 300}) {
    for (int complexity : {-500, -10, 0, 10, 500}) {
      const int adjusted = total + ComplexityAdjustment(total, complexity);
      EXPECT_TRUE(adjusted == 0 || Sign(adjusted) == Sign(total)) << total << " " << complexity;
      EXPECT_EQ(ComplexityAdjustment(-total, complexity), -ComplexityAdjustment(total, complexity));
    }
  }
}

TEST(TraceTest, FormatsEveryTerm) {
  const std::string text = FormatTrace(Trace(Position()));
  for (std::size_t i = 0; i < kTermCount; ++i) {
    const absl::string_view name = TermName(static_cast<Term>(i));
    EXPECT_NE(text.find(std::string(name)), std::string::npos) << name;
  }
  const std::string draw = FormatTrace(Trace(test::PositionFrom("8/8/4k3/8/8/3KN3/8/8 w - -")));
  EXPECT_NE(draw.find("Known endgame: draw"), std::string::npos) << draw;
}

}  // namespace
}  // namespace notochord::eval
