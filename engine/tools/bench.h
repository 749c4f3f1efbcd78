// A fixed amount of search over fixed positions: its node count identifies the engine's behaviour,
// its time measures its speed.
#pragma once

#include <cstdint>
#include <functional>

#include "absl/strings/string_view.h"
#include "engine/tools/bench_settings.h"

namespace notochord::tools {

struct BenchResult {
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// Nothing is remembered from one position to the next. `report` gets a line of text for each
// position and the hit rates of the first worker's evaluation caches. With one thread, and unless
// the limit is a time, the nodes are always the same.
BenchResult Bench(const BenchSettings& settings,
                  const std::function<void(absl::string_view)>& report);

}  // namespace notochord::tools
