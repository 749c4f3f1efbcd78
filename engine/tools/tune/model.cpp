#include "engine/tools/tune/model.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "engine/base/parallel.h"
#include "engine/eval/trace.h"

namespace notochord::tune {
namespace {

constexpr double kLogisticUnit = 400.0 / 2.302585092994045684;  // 400 / ln(10)

Weight Sum(const Entry* entries, std::size_t count, const WeightVector& weights) {
  Weight sum;
  for (std::size_t i = 0; i < count; ++i) {
    const Weight& weight = weights[entries[i].index];
    const double n = entries[i].coefficient;
    sum.mg += n * weight.mg;
    sum.eg += n * weight.eg;
  }
  return sum;
}

void AddScaled(const Entry* entries, std::size_t count, Weight slope, WeightVector& gradient) {
  for (std::size_t i = 0; i < count; ++i) {
    Weight& g = gradient[entries[i].index];
    const double n = entries[i].coefficient;
    g.mg += n * slope.mg;
    g.eg += n * slope.eg;
  }
}

// The real-valued counterpart of eval::DangerPenalty, and its slope.
Weight Penalty(Weight danger) {
  const double mg = std::min<double>(danger.mg, eval::kMaxDanger);
  const double positive = std::max(mg, 0.0);
  return {mg / eval::kDangerUnit + positive * positive / eval::kDangerQuadratic,
          danger.eg / eval::kDangerUnit};
}

Weight PenaltySlope(Weight danger) {
  return {eval::DangerSlopeMg(danger.mg), 1.0 / eval::kDangerUnit};
}

// The endgame half's total and complexity, adjusted; the slopes are with regard to either.
struct Adjusted {
  double value = 0;
  double total_slope = 0;
  double complexity_slope = 0;
};

Adjusted Adjust(double total, double complexity) {
  const double sign = total > 0 ? 1 : total < 0 ? -1 : 0;
  if (complexity < -std::abs(total)) return {0, 0, 0};
  return {total + sign * complexity, 1, sign};
}

// All intermediate results of one evaluation.
struct Forward {
  std::array<Weight, 2> danger;  // [king's colour]
  Adjusted eg;
  double mg_share = 0;  // d value / d total_mg
  double eg_share = 0;  // d value / d adjusted_eg
  double value = 0;
};

Forward Run(const Sample& sample, const Entry* entries, const WeightVector& weights) {
  Forward f;
  Weight total = Sum(entries, sample.linear, weights);
  entries += sample.linear;
  for (std::size_t c = 0; c < 2; ++c) {
    f.danger[c] = Sum(entries, sample.danger[c], weights);
    entries += sample.danger[c];
    const Weight penalty = Penalty(f.danger[c]);
    const double sign = c == Index(Color::kWhite) ? -1 : 1;
    total.mg += sign * penalty.mg;
    total.eg += sign * penalty.eg;
  }
  const Weight complexity = Sum(entries, sample.complexity, weights);
  f.eg = Adjust(total.eg, complexity.eg);

  const double advantage = f.eg.value != 0 ? f.eg.value : total.mg;
  const Color strong = advantage > 0 ? Color::kWhite : Color::kBlack;
  const int scale = sample.scales[Index(strong)];
  if (scale == 0) return f;
  const double phase = static_cast<double>(sample.phase) / eval::kFullPhase;
  f.mg_share = phase;
  f.eg_share = (1 - phase) * scale / eval::kFullScale;
  f.value = total.mg * f.mg_share + f.eg.value * f.eg_share;
  return f;
}

// Adds slope * d value / d weights.
void AddGradient(const Sample& sample, const Entry* entries, const Forward& f, double slope,
                 WeightVector& gradient) {
  const Weight total{slope * f.mg_share, slope * f.eg_share * f.eg.total_slope};
  AddScaled(entries, sample.linear, total, gradient);
  entries += sample.linear;
  for (std::size_t c = 0; c < 2; ++c) {
    const Weight penalty = PenaltySlope(f.danger[c]);
    const double sign = c == Index(Color::kWhite) ? -1 : 1;
    AddScaled(entries, sample.danger[c],
              {sign * total.mg * penalty.mg, sign * total.eg * penalty.eg}, gradient);
    entries += sample.danger[c];
  }
  AddScaled(entries, sample.complexity, {0, slope * f.eg_share * f.eg.complexity_slope}, gradient);
}

// The mean of per-block sums, added in order.
template <typename BlockSum>
double OrderedMean(const std::vector<Block>& blocks, BlockSum block_sum) {
  std::vector<double> sums(blocks.size());
  ParallelForEach(blocks.size(), [&](std::size_t i) { sums[i] = block_sum(i); });
  double sum = 0;
  double count = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    sum += sums[i];
    count += static_cast<double>(blocks[i].samples.size());
  }
  return sum / count;
}

}  // namespace

WeightVector PresentWeights() {
  const Score* first = &kWeights.piece_value[0];
  WeightVector weights;
  weights.reserve(kWeightCount);
  for (std::size_t i = 0; i < kWeightCount; ++i) {
    weights.push_back({static_cast<double>(first[i].mg()), static_cast<double>(first[i].eg())});
  }
  return weights;
}

double Value(const Sample& sample, const Entry* entries, const WeightVector& weights) {
  return Run(sample, entries, weights).value;
}

double ExpectedResult(double value, double k) {
  return 1.0 / (1.0 + std::exp(-k * value / kLogisticUnit));
}

double Target(const Sample& sample, const LossOptions& options) {
  if (sample.result == kNoResult) return ExpectedResult(sample.score, options.k);
  if (sample.score == kNoLabel || options.score_share == 0) return sample.result;
  return (1 - options.score_share) * sample.result +
         options.score_share * ExpectedResult(sample.score, options.k);
}

double BlockLoss(const Block& block, const WeightVector& weights, const LossOptions& options) {
  double loss = 0;
  const Entry* entries = block.entries.data();
  for (const Sample& sample : block.samples) {
    const double expected = ExpectedResult(Value(sample, entries, weights), options.k);
    const double error = expected - Target(sample, options);
    loss += error * error;
    entries += sample.EntryCount();
  }
  return loss;
}

double BlockGradient(const Block& block, const WeightVector& weights, const LossOptions& options,
                     WeightVector& gradient) {
  double loss = 0;
  const Entry* entries = block.entries.data();
  for (const Sample& sample : block.samples) {
    const Forward f = Run(sample, entries, weights);
    const double expected = ExpectedResult(f.value, options.k);
    const double error = expected - Target(sample, options);
    loss += error * error;
    const double slope = 2 * error * expected * (1 - expected) * options.k / kLogisticUnit;
    AddGradient(sample, entries, f, slope, gradient);
    entries += sample.EntryCount();
  }
  return loss;
}

double MeanLoss(const std::vector<Block>& blocks, const WeightVector& weights,
                const LossOptions& options) {
  return OrderedMean(blocks, [&](std::size_t i) { return BlockLoss(blocks[i], weights, options); });
}

double FitK(const std::vector<Block>& blocks, const WeightVector& weights) {
  // The values do not depend on K.
  std::vector<std::vector<double>> values(blocks.size());
  ParallelForEach(blocks.size(), [&](std::size_t i) {
    const Entry* entries = blocks[i].entries.data();
    for (const Sample& sample : blocks[i].samples) {
      values[i].push_back(Value(sample, entries, weights));
      entries += sample.EntryCount();
    }
  });
  const auto loss = [&](double k) {
    return OrderedMean(blocks, [&](std::size_t i) {
      double sum = 0;
      for (std::size_t j = 0; j < values[i].size(); ++j) {
        if (blocks[i].samples[j].result == kNoResult) continue;
        const double error = ExpectedResult(values[i][j], k) - blocks[i].samples[j].result;
        sum += error * error;
      }
      return sum;
    });
  };
  // The loss has one minimum: close in on it by thirds.
  double low = 0.05;
  double high = 4.0;
  while (high - low > 1e-4) {
    const double third = (high - low) / 3;
    if (loss(low + third) < loss(high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  return (low + high) / 2;
}

std::vector<double> Usage(const std::vector<Block>& blocks) {
  std::vector<double> usage(kWeightCount);
  for (const Block& block : blocks) {
    for (const Entry& entry : block.entries) usage[entry.index] += std::abs(entry.coefficient);
  }
  return usage;
}

std::vector<double> MeanSquares(const std::vector<Block>& blocks) {
  std::vector<double> sums(kWeightCount);
  std::vector<double> counts(kWeightCount);
  for (const Block& block : blocks) {
    for (const Entry& entry : block.entries) {
      sums[entry.index] += 1.0 * entry.coefficient * entry.coefficient;
      counts[entry.index] += 1;
    }
  }
  for (std::size_t i = 0; i < kWeightCount; ++i) sums[i] = counts[i] == 0 ? 1 : sums[i] / counts[i];
  return sums;
}

}  // namespace notochord::tune
