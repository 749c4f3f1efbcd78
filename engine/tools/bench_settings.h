// What a bench is asked to do, from the words of the command: nothing, a depth, or what fishtest's
// scripts say.
//
// clang-format off
//   bench                      16 MiB, one thread, depth 15, the built-in positions
//   bench <depth>              the same to another depth
//   bench <hash> <threads> [<limit> [<file> [<type>]]]
// clang-format on
//
// The file has a FEN on each line; `default` stands for the built-in positions and `current` for
// the one on the board. The type of the limit is depth, nodes, movetime (milliseconds) or perft.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace notochord::tools {

inline constexpr int kBenchDepth = 15;

struct BenchSettings {
  enum class Type : std::uint8_t { kDepth, kNodes, kMoveTime, kPerft };

  std::size_t hash_mebibytes = 16;
  std::size_t threads = 1;
  std::uint64_t limit = kBenchDepth;
  Type type = Type::kDepth;
  std::vector<std::string> fens;  // empty: the built-in positions
};

absl::StatusOr<BenchSettings> ParseBench(absl::string_view arguments,
                                         absl::string_view current_fen);

}  // namespace notochord::tools
