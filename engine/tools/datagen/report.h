// What is in files of games: as text, `FEN [result] score` lines in White's view, which the tuner
// reads too; and as a summary.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>

#include "absl/status/status.h"
#include "engine/tools/datagen/record.h"

namespace notochord::datagen {

struct Summary {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::array<std::uint64_t, 3> outcomes{};  // [outcome] of positions
  std::array<std::uint64_t, 33> men{};      // [men on the board] positions
};

// Without a line end.
std::string FormatLine(const LabelledPosition& position);
std::string FormatSummary(const Summary& summary);

// Adds a file to the summary and, where `out` is not null, writes its positions there. Refuses a
// damaged or cut file, with byte and game; what comes before the damage has been written by then.
absl::Status ReadGames(const std::string& path, std::FILE* out, Summary& summary);

}  // namespace notochord::datagen
