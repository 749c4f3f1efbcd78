#include "engine/tools/tune/samples.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/base/parallel.h"
#include "engine/base/rng.h"
#include "engine/base/value.h"
#include "engine/board/movegen.h"
#include "engine/board/see.h"
#include "oneapi/tbb/enumerable_thread_specific.h"

namespace notochord::tune {
namespace {

using board::Position;

// Captures and promotions that do not lose material, and evasions of the checks they give.
int Quiesce(Position& position, eval::Evaluator& evaluator, int alpha, int beta) {
  board::MoveList moves;
  int best = -kInfiniteScore;
  const bool in_check = position.InCheck();
  if (in_check) {
    board::Generate<board::GenerationKind::kAll>(position, moves);
  } else {
    best = evaluator.Evaluate(position);
    if (best >= beta) return best;
    board::Generate<board::GenerationKind::kNoisy>(position, moves);
  }
  for (const board::Move move : moves) {
    if (!in_check && !board::SeeAtLeast(position, move, 0)) continue;
    position.Make(move);
    const int score = -Quiesce(position, evaluator, -beta, -std::max(alpha, best));
    position.Unmake(move);
    best = std::max(best, score);
    if (best >= beta) break;
  }
  return best;
}

std::size_t PackOne(const eval::Coefficients& coefficients, std::vector<Entry>& entries) {
  const std::size_t before = entries.size();
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    if (coefficients[i] != 0) {
      entries.push_back({static_cast<std::uint16_t>(i), coefficients[i]});
    }
  }
  return entries.size() - before;
}

struct Extraction {
  Block block;
  std::size_t in_check = 0;
  std::size_t not_quiet = 0;
  std::size_t known = 0;
  const Record* bad = nullptr;  // the first in the order of the dataset
  std::string reason;
};

void ExtractOne(const Dataset& data, const Record& record, const SampleOptions& options,
                eval::Evaluator& evaluator, Extraction& out) {
  absl::StatusOr<Position> position = data.PositionOf(record);
  if (!position.ok()) {
    if (out.bad == nullptr || &record < out.bad) {
      out.bad = &record;
      out.reason = std::string(position.status().message());
    }
    return;
  }
  if (position->InCheck()) {
    ++out.in_check;
    return;
  }
  if (!IsQuiet(*position, evaluator, options.quiet_margin)) {
    ++out.not_quiet;
    return;
  }
  const eval::EvalTrace trace = eval::Trace(*position);
  if (!trace.endgame.empty() || trace.scale == 0) {
    ++out.known;
    return;
  }
  Pack(trace, record, out.block);
}

std::vector<Extraction> ExtractAll(const Dataset& data, const std::vector<const Record*>& records,
                                   const SampleOptions& options) {
  std::vector<Extraction> out((records.size() + options.block_size - 1) / options.block_size);
  oneapi::tbb::enumerable_thread_specific<eval::Evaluator> evaluators;
  ParallelForEach(out.size(), [&](std::size_t i) {
    const std::size_t first = i * options.block_size;
    const std::size_t last = std::min(first + options.block_size, records.size());
    for (std::size_t k = first; k < last; ++k) {
      ExtractOne(data, *records[k], options, evaluators.local(), out[i]);
    }
    out[i].block.entries.shrink_to_fit();
  });
  return out;
}

void Shuffle(std::vector<const Record*>& records, Rng& rng) {
  for (std::size_t i = records.size(); i > 1; --i) {
    std::swap(records[i - 1], records[rng.Below(i)]);
  }
}

absl::Status Collect(std::vector<Extraction> parts, const Dataset& data, SampleSet& set,
                     std::vector<Block>& blocks, std::size_t& size) {
  const Extraction* worst = nullptr;
  for (const Extraction& part : parts) {
    if (part.bad != nullptr && (worst == nullptr || part.bad < worst->bad)) worst = &part;
  }
  if (worst != nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(data.Where(*worst->bad), ": ", worst->reason));
  }
  for (Extraction& part : parts) {
    set.in_check += part.in_check;
    set.not_quiet += part.not_quiet;
    set.known += part.known;
    size += part.block.samples.size();
    if (!part.block.samples.empty()) blocks.push_back(std::move(part.block));
  }
  return absl::OkStatus();
}

}  // namespace

void Pack(const eval::EvalTrace& trace, const Record& record, Block& block) {
  Sample sample;
  sample.result = record.result;
  sample.score = record.score;
  sample.phase = static_cast<std::uint16_t>(trace.phase);
  sample.linear = static_cast<std::uint16_t>(PackOne(trace.linear, block.entries));
  for (const Color c : kColors) {
    sample.scales[Index(c)] = static_cast<std::uint8_t>(trace.scales[c]);
    sample.danger[Index(c)] = static_cast<std::uint8_t>(PackOne(trace.danger[c], block.entries));
  }
  sample.complexity = static_cast<std::uint8_t>(PackOne(trace.complexity, block.entries));
  block.samples.push_back(sample);
}

bool IsQuiet(Position& position, eval::Evaluator& evaluator, int margin) {
  const int limit = evaluator.Evaluate(position) + margin;
  return Quiesce(position, evaluator, limit, limit + 1) <= limit;
}

absl::StatusOr<SampleSet> Extract(const Dataset& data, const SampleOptions& options) {
  std::vector<const Record*> training;
  std::vector<const Record*> hold_out;
  for (std::size_t i = 0; i < data.records.size(); ++i) {
    const bool held = i / options.hold_out_chunk % options.hold_out_every == 0;
    (held ? hold_out : training).push_back(&data.records[i]);
  }
  Rng rng(options.seed);
  Shuffle(training, rng);

  SampleSet set;
  absl::Status status =
      Collect(ExtractAll(data, hold_out, options), data, set, set.hold_out, set.hold_out_size);
  if (!status.ok()) return status;
  status = Collect(ExtractAll(data, training, options), data, set, set.training, set.training_size);
  if (!status.ok()) return status;
  for (const Block& block : set.training) {
    set.with_result += static_cast<std::size_t>(
        std::count_if(block.samples.begin(), block.samples.end(),
                      [](const Sample& sample) { return sample.result != kNoResult; }));
  }
  if (set.training_size == 0 || set.hold_out_size == 0) {
    return absl::InvalidArgumentError("too few positions are left for training and hold-out");
  }
  return set;
}

}  // namespace notochord::tune
