// The positions as the tuner sees them: the coefficients of their evaluation, packed, in blocks.
// A block is what one task works on and what has a partial sum of its own, so that sums do not
// depend on the number of threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/board/position.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/pawn_cache.h"
#include "engine/tools/tune/dataset.h"

namespace notochord::tune {

struct Entry {
  std::uint16_t index;  // of the weight
  std::int16_t coefficient;
};
static_assert(sizeof(Entry) == 4);

// One position; its entries follow those of the position before: linear, danger of White's king,
// of Black's king, complexity.
struct Sample {
  float result = 0;  // or kNoResult
  std::int16_t score = kNoLabel;
  std::uint16_t phase = 0;
  std::array<std::uint8_t, 2> scales{};  // [who is better] of the endgame half
  std::uint16_t linear = 0;              // how many entries
  std::array<std::uint8_t, 2> danger{};  // [king's colour]
  std::uint8_t complexity = 0;

  std::size_t EntryCount() const {
    return std::size_t{linear} + danger[0] + danger[1] + complexity;
  }
};
static_assert(sizeof(Sample) == 16);

struct Block {
  std::vector<Sample> samples;
  std::vector<Entry> entries;
};

struct SampleSet {
  std::vector<Block> training;
  std::vector<Block> hold_out;
  std::size_t training_size = 0;
  std::size_t hold_out_size = 0;
  std::size_t with_result = 0;  // of those for training
  // What was left out.
  std::size_t in_check = 0;
  std::size_t not_quiet = 0;
  std::size_t known = 0;  // endgames without weights, and drawn by their scale
};

struct SampleOptions {
  int quiet_margin = 60;              // what captures may win beyond the static evaluation
  std::size_t block_size = 2048;      // positions
  std::size_t hold_out_chunk = 1000;  // neighbours, which share games, stay together
  std::size_t hold_out_every = 20;    // one chunk of so many
  std::uint64_t seed = 1;             // of the order
};

// Appends a position's coefficients.
void Pack(const eval::EvalTrace& trace, const Record& record, Block& block);

// Does no sequence of captures win the side to move more than `margin` over the evaluation? Not for
// positions in check.
bool IsQuiet(board::Position& position, eval::Evaluator& evaluator, int margin);

// All of a dataset, on all cores. Refuses, with file and line, what is no position.
absl::StatusOr<SampleSet> Extract(const Dataset& data, const SampleOptions& options);

}  // namespace notochord::tune
