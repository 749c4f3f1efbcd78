// What a run shows of how far it is.
#pragma once

#include <string>

#include "absl/time/time.h"
#include "engine/tools/datagen/generator.h"

namespace notochord::datagen {

// The line for a run that began at `first` and has taken `elapsed` since.
std::string FormatProgress(const Progress& first, const Progress& now, const Target& target,
                           absl::Duration elapsed);

}  // namespace notochord::datagen
