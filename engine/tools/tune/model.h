// The evaluation as a function of its weights, in floating point, with its gradient. The formulas
// are those of engine/eval/trace.h, without the rounding.
//
// The loss of a position is the squared difference between its target and the expected result that
// the evaluation stands for, a logistic curve with the steepness K. The target is the result of the
// game, or a mixture of it and the expected result of the record's own score, or that alone where
// there is no result.
#pragma once

#include <array>
#include <vector>

#include "engine/base/weights.h"
#include "engine/tools/tune/samples.h"

namespace notochord::tune {

struct Weight {
  double mg = 0;
  double eg = 0;

  friend bool operator==(const Weight&, const Weight&) = default;
};

// [WeightIndex]
using WeightVector = std::vector<Weight>;

// kWeights.
WeightVector PresentWeights();

// White's view, in the evaluation's units. `entries` are the sample's.
double Value(const Sample& sample, const Entry* entries, const WeightVector& weights);

struct LossOptions {
  double k = 1.0;
  double score_share = 0;  // of the record's score in the target, where it has one
};

double ExpectedResult(double value, double k);
double Target(const Sample& sample, const LossOptions& options);

// Sums, not means.
double BlockLoss(const Block& block, const WeightVector& weights, const LossOptions& options);
// Adds the loss's derivatives to `gradient`; returns the loss.
double BlockGradient(const Block& block, const WeightVector& weights, const LossOptions& options,
                     WeightVector& gradient);

// The mean over all blocks, computed on all cores, added up in the blocks' order.
double MeanLoss(const std::vector<Block>& blocks, const WeightVector& weights,
                const LossOptions& options);

// The K with the least loss against the results; positions without one do not count.
double FitK(const std::vector<Block>& blocks, const WeightVector& weights);

// [WeightIndex] The sum of the absolute coefficients.
std::vector<double> Usage(const std::vector<Block>& blocks);

// [WeightIndex] The mean square of the coefficient where it is not 0; 1 for weights without data.
std::vector<double> MeanSquares(const std::vector<Block>& blocks);

}  // namespace notochord::tune
