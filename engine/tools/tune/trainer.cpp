#include "engine/tools/tune/trainer.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/base/parallel.h"
#include "engine/base/rng.h"
#include "engine/base/weights.h"

namespace notochord::tune {
namespace {

constexpr double kMeanDecay = 0.9;
constexpr double kSquareDecay = 0.999;
constexpr double kEpsilon = 1e-10;

// Adam for one half of one weight.
struct Step {
  double rate;
  double mean_correction;
  double square_correction;

  void Apply(double gradient, double& weight, double& mean, double& square) const {
    mean = kMeanDecay * mean + (1 - kMeanDecay) * gradient;
    square = kSquareDecay * square + (1 - kSquareDecay) * gradient * gradient;
    weight -= rate * (mean / mean_correction) / (std::sqrt(square / square_correction) + kEpsilon);
  }
};

// Puts weights on the wrong side of 0 back to it.
void ApplySigns(WeightVector& weights) {
  for (const WeightGroup& group : kWeightGroups) {
    if (group.sign == WeightSign::kAny) continue;
    const double sign = group.sign == WeightSign::kUp ? 1 : -1;
    for (std::size_t i = group.first; i < group.first + group.size(); ++i) {
      weights[i].mg = sign * std::fmax(sign * weights[i].mg, 0);
      weights[i].eg = sign * std::fmax(sign * weights[i].eg, 0);
    }
  }
}

std::vector<double> Priors(const SampleSet& samples, const TrainerSettings& settings) {
  std::vector<double> priors = MeanSquares(samples.training);
  for (double& prior : priors) prior *= settings.prior;
  return priors;
}

std::vector<std::size_t> BlockOrder(std::size_t count, std::uint64_t seed, int epoch) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng rng(seed * 1'000'003 + static_cast<std::uint64_t>(epoch));
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[rng.Below(i)]);
  return order;
}

}  // namespace

Trainer::Trainer(const SampleSet& samples, const TrainerSettings& settings)
    : samples_(samples), settings_(settings), priors_(Priors(samples, settings)) {}

TrainerState Trainer::Start(const WeightVector& weights) const {
  TrainerState state;
  state.rate = settings_.learning_rate;
  state.weights = weights;
  ApplySigns(state.weights);
  state.best = state.weights;
  state.mean.resize(weights.size());
  state.square.resize(weights.size());
  state.first_loss = MeanLoss(samples_.hold_out, state.weights, settings_.loss);
  state.hold_out_loss = state.first_loss;
  state.best_loss = state.first_loss;
  return state;
}

bool Trainer::IsOver(const TrainerState& state) const {
  return state.epoch >= settings_.epochs || state.rate < settings_.least_rate;
}

void Trainer::Run(const WeightVector& start, TrainerState& state, const std::atomic<bool>& stop,
                  const std::function<void(const TrainerState&)>& on_epoch) const {
  while (!IsOver(state) && !stop) {
    TrainerState next = state;
    if (!RunEpoch(start, next, stop)) return;
    state = std::move(next);
    on_epoch(state);
  }
}

bool Trainer::RunEpoch(const WeightVector& start, TrainerState& state,
                       const std::atomic<bool>& stop) const {
  const std::vector<std::size_t> order =
      BlockOrder(samples_.training.size(), settings_.seed, state.epoch);
  double loss = 0;
  for (std::size_t first = 0; first < order.size(); first += settings_.batch_blocks) {
    if (stop) return false;
    loss += RunBatch(order, first, start, state);
  }
  state.train_loss = loss / static_cast<double>(samples_.training_size);
  state.hold_out_loss = MeanLoss(samples_.hold_out, state.weights, settings_.loss);
  ++state.epoch;
  Judge(state);
  return true;
}

double Trainer::RunBatch(const std::vector<std::size_t>& order, std::size_t first,
                         const WeightVector& start, TrainerState& state) const {
  const std::size_t blocks = std::min(settings_.batch_blocks, order.size() - first);
  std::vector<WeightVector> gradients(blocks, WeightVector(state.weights.size()));
  std::vector<double> losses(blocks);
  ParallelForEach(blocks, [&](std::size_t i) {
    losses[i] = BlockGradient(samples_.training[order[first + i]], state.weights, settings_.loss,
                              gradients[i]);
  });

  double size = 0;
  for (std::size_t i = 0; i < blocks; ++i) {
    size += static_cast<double>(samples_.training[order[first + i]].samples.size());
  }
  const auto steps = static_cast<double>(++state.step);
  const Step step{state.rate, 1 - std::pow(kMeanDecay, steps), 1 - std::pow(kSquareDecay, steps)};
  for (std::size_t w = 0; w < state.weights.size(); ++w) {
    Weight sum;
    for (const WeightVector& gradient : gradients) {
      sum.mg += gradient[w].mg;
      sum.eg += gradient[w].eg;
    }
    Weight& weight = state.weights[w];
    const double pull = 2 * priors_[w] / static_cast<double>(samples_.training_size);
    step.Apply(sum.mg / size + pull * (weight.mg - start[w].mg), weight.mg, state.mean[w].mg,
               state.square[w].mg);
    step.Apply(sum.eg / size + pull * (weight.eg - start[w].eg), weight.eg, state.mean[w].eg,
               state.square[w].eg);
  }
  ApplySigns(state.weights);
  return std::accumulate(losses.begin(), losses.end(), 0.0);
}

void Trainer::Judge(TrainerState& state) const {
  if (state.hold_out_loss < state.best_loss) {
    state.best_loss = state.hold_out_loss;
    state.best_epoch = state.epoch;
    state.best = state.weights;
    state.stale = 0;
  } else if (++state.stale >= settings_.patience) {
    state.rate /= 2;
    state.stale = 0;
  }
}

}  // namespace notochord::tune
