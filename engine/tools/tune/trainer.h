// Gradient descent over all weights: Adam on mini-batches of blocks. The learning rate halves where
// the hold-out loss has not fallen for a while, and the training ends where the rate has become
// tiny; the weights with the least hold-out loss are the result. Weights keep to their groups'
// signs (WeightSign).
//
// The same samples and settings give the same weights, on any number of cores, interrupted and
// resumed or not.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "engine/tools/tune/model.h"
#include "engine/tools/tune/samples.h"

namespace notochord::tune {

struct TrainerSettings {
  int epochs = 200;
  std::size_t batch_blocks = 8;
  double learning_rate = 1.0;  // about the change of a weight in one step
  double least_rate = 0.02;    // ends the training
  int patience = 4;            // epochs without a lesser hold-out loss, then the rate halves
  // Each weight is held at its start by a loss of prior * (change * typical coefficient)^2 on top
  // of the sum over all positions: it decides where data are rare, and is nothing where they are
  // plenty. Positions of one game tell the same story, so it has to stand up to more than it seems.
  double prior = 0.003;
  LossOptions loss;
  std::uint64_t seed = 1;  // of the batches
};

// All that the training's course depends on besides settings and samples.
struct TrainerState {
  int epoch = 0;  // completed
  std::int64_t step = 0;
  double rate = 0;
  int stale = 0;             // epochs since the hold-out loss fell, or the rate
  double train_loss = 0;     // of the last epoch, while it went on
  double hold_out_loss = 0;  // after it
  double first_loss = 0;     // hold-out, before the training
  double best_loss = 0;      // hold-out
  int best_epoch = 0;
  WeightVector weights;
  WeightVector mean;    // Adam's running mean of the gradient
  WeightVector square;  // and of its square
  WeightVector best;
};

class Trainer {
 public:
  // Both must outlive the trainer.
  Trainer(const SampleSet& samples, const TrainerSettings& settings);

  // The state before the first epoch.
  TrainerState Start(const WeightVector& weights) const;

  // Runs epochs until the training is over or `stop` is set; an unfinished epoch leaves no trace.
  // Calls `on_epoch` after each. `start` are the weights that the prior holds on to.
  void Run(const WeightVector& start, TrainerState& state, const std::atomic<bool>& stop,
           const std::function<void(const TrainerState&)>& on_epoch) const;

  bool IsOver(const TrainerState& state) const;

 private:
  bool RunEpoch(const WeightVector& start, TrainerState& state,
                const std::atomic<bool>& stop) const;
  // Steps once; returns the batch's summed loss.
  double RunBatch(const std::vector<std::size_t>& order, std::size_t first,
                  const WeightVector& start, TrainerState& state) const;
  void Judge(TrainerState& state) const;

  const SampleSet& samples_;
  const TrainerSettings& settings_;
  const std::vector<double> priors_;  // [WeightIndex] times change^2
};

}  // namespace notochord::tune
