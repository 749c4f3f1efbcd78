// What evaluation terms add their weights to. Terms are templates over the kind of sum: PlainSum
// compiles to additions of packed scores; TracingSum also writes down which weight was added how
// often. There is one sum per colour, in that colour's favour.
#pragma once

#include <cassert>

#include "engine/base/score.h"
#include "engine/base/types.h"
#include "engine/base/weights.h"
#include "engine/eval/trace.h"

namespace notochord::eval {

class PlainSum {
 public:
  // Names the term that the next additions belong to.
  [[gnu::always_inline]] PlainSum& For(Term) { return *this; }

  // Adds a member of kWeights n times.
  [[gnu::always_inline]] void Add(const Score& weight, int n) { total_ += weight * n; }
  [[gnu::always_inline]] void Add(const Score& weight) { total_ += weight; }
  // The same for the danger of the own king.
  [[gnu::always_inline]] void AddDanger(const Score& weight, int n) { danger_ += weight * n; }
  [[gnu::always_inline]] void AddDanger(const Score& weight) { danger_ += weight; }

  // Adds what another sum came to.
  [[gnu::always_inline]] void AddSubtotal(Score total, Score danger) {
    total_ += total;
    danger_ += danger;
  }
  // Turns the danger into a penalty, once, at the end.
  [[gnu::always_inline]] void ApplyDanger() { total_ -= DangerPenalty(danger_); }

  Score total() const { return total_; }
  Score danger() const { return danger_; }

 private:
  Score total_;
  Score danger_;
};

class TracingSum {
 public:
  TracingSum(Color us, EvalTrace& trace) : us_(us), trace_(trace) {}

  TracingSum& For(Term term) {
    term_ = term;
    return *this;
  }
  void Add(const Score& weight, int n = 1) {
    total_ += weight * n;
    trace_.terms[Index(term_)][us_] += weight * n;
    Count(trace_.linear, weight, us_ == Color::kWhite ? n : -n);
  }
  void AddDanger(const Score& weight, int n = 1) {
    danger_ += weight * n;
    Count(trace_.danger[us_], weight, n);
  }
  void ApplyDanger() {
    const Score penalty = DangerPenalty(danger_);
    total_ -= penalty;
    trace_.terms[Index(Term::kDanger)][us_] = -penalty;
    trace_.danger_sum[us_] = danger_;
  }

  Score total() const { return total_; }
  Score danger() const { return danger_; }

 private:
  static void Count(Coefficients& coefficients, const Score& weight, int n) {
    const std::size_t i = WeightIndex(weight);
    assert(i < kWeightCount && "not a member of kWeights");
    coefficients[i] = static_cast<std::int16_t>(coefficients[i] + n);
  }

  Color us_;
  EvalTrace& trace_;
  Term term_ = Term::kMaterial;
  Score total_;
  Score danger_;
};

}  // namespace notochord::eval
