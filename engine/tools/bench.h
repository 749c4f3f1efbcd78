// A fixed amount of search over fixed positions: its node count identifies the engine's behaviour,
// its time measures its speed.
#pragma once

#include <cstdint>
#include <functional>

#include "absl/strings/string_view.h"

namespace notochord::tools {

inline constexpr int kBenchDepth = 14;

struct BenchResult {
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// One thread, a table of 16 MiB, nothing remembered from one position to the next. `report` gets a
// line of text for each position and the hit rates of the evaluation's caches.
BenchResult Bench(int depth, const std::function<void(absl::string_view)>& report);

}  // namespace notochord::tools
