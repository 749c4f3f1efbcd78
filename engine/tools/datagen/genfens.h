// Openings for OpenBench's data generation: `genfens <n> seed <seed> book <file or None>` prints n
// balanced ones, a line `info string genfens <fen>` each. Same words, same openings.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace notochord::datagen {

struct GenfensCommand {
  std::uint64_t count = 0;
  std::uint64_t seed = 0;
  std::string book;  // empty: none
};

// What follows "genfens". A `quit`, which OpenBench puts at the end, ends the command.
absl::StatusOr<GenfensCommand> ParseGenfens(absl::string_view arguments);

absl::Status Genfens(const GenfensCommand& command, std::ostream& out);

// The tool: returns the process's exit code.
int RunGenfens(absl::string_view arguments);

}  // namespace notochord::datagen
