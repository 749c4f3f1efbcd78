// Data files as text: `FEN [result] score` lines in White's view, which the tuner reads too.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include "absl/status/statusor.h"
#include "engine/tools/datagen/record.h"

namespace notochord::datagen {

// Without a line end.
std::string FormatLine(const LabelledPosition& position);

// Returns how many positions it wrote. Refuses a damaged or cut file, with byte and game, after
// what comes before the damage has been written.
absl::StatusOr<std::uint64_t> ConvertToText(const std::string& path, std::FILE* out);

}  // namespace notochord::datagen
