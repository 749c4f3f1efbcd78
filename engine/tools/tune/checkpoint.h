// The trainer's state on disk, so that an interrupted training goes on where it was.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/tools/tune/trainer.h"

namespace notochord::tune {

// Tells trainings apart: samples, settings (but not how long), and the weights they start from.
std::uint64_t Fingerprint(const SampleSet& samples, const TrainerSettings& settings,
                          const WeightVector& start);

// Exact: what is read is what was written.
std::string FormatState(const TrainerState& state, std::uint64_t fingerprint);
// Refuses a state of another training, and a damaged one.
absl::StatusOr<TrainerState> ParseState(absl::string_view text, std::uint64_t fingerprint);

// Replaces the file whole or not at all. What is no file, such as a device, is written to.
absl::Status WriteFile(const std::string& path, absl::string_view text);
absl::StatusOr<std::string> ReadFile(const std::string& path);

}  // namespace notochord::tune
