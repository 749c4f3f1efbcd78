// What an earlier run has left, and whether a run can go on with it.
#pragma once

#include <cstddef>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/tools/analyze/input.h"

namespace notochord::analyze {

struct Kept {
  std::size_t bytes = 0;      // of the old file; what comes after was not finished
  std::size_t positions = 0;  // of the input that are done
  std::size_t solved = 0;     // of those with a solution
  std::size_t solvable = 0;
};

// Refuses, with the line, what this input and these settings cannot have made.
absl::StatusOr<Kept> KeepJson(const Input& input, absl::string_view settings,
                              absl::string_view old);
// The same for annotated games; refuses with the game.
absl::StatusOr<Kept> KeepPgn(const Input& input, absl::string_view annotator,
                             absl::string_view old);

}  // namespace notochord::analyze
