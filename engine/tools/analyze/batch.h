// Analyses many positions at once, and hands the results on in the order of the input.
//
// Threading: a oneTBB task for each core, with an analyst of its own, takes one position after the
// other; results that come early wait for their turn.
#pragma once

#include <atomic>
#include <cstddef>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "engine/tools/analyze/analyst.h"
#include "engine/tools/analyze/input.h"

namespace notochord::analyze {

// May be set at any time, from a signal handler too.
struct StopFlags {
  std::atomic<bool> finish = false;   // what is begun, but begin no more
  std::atomic<bool> abandon = false;  // what is begun
};

struct BatchOptions {
  std::size_t first = 0;  // positions before it are done
  std::size_t threads = 1;
  bool whole_games = false;  // a game that is begun is finished
};

// `take` gets every result under a lock, in order; its error ends the batch. Being stopped is no
// error.
absl::Status AnalyzeAll(const Input& input, const SearchSettings& settings,
                        const BatchOptions& options, StopFlags& stop,
                        absl::FunctionRef<absl::Status(const Item&, const Analysis&)> take);

}  // namespace notochord::analyze
