// Results as JSON, one object a line. Scores are for the side to move.
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "engine/tools/analyze/analyst.h"
#include "engine/tools/analyze/input.h"

namespace notochord::analyze {

// With quotes around it; ASCII. Bytes that are no UTF-8 are read as Latin-1.
std::string JsonString(absl::string_view text);

// What a position's line begins with: known before the analysis.
std::string JsonHead(const Item& item, absl::string_view settings);
// The whole line.
std::string JsonLine(const Item& item, absl::string_view settings, const Analysis& analysis);

}  // namespace notochord::analyze
