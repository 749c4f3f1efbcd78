// Positions in EPD: four fields of a FEN (or all six), then operations such as `bm Nf3; id "x";`.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/board/move.h"
#include "engine/board/position.h"

namespace notochord::analyze {

struct EpdPosition {
  board::Position position;
  std::string id;  // empty: it has none
  std::vector<board::Move> best;
  std::vector<board::Move> avoid;
  // The others, with operands as they are but for a pair of quotes around them.
  std::vector<std::pair<std::string, std::string>> operations;
  // A move in bm or am that is none: then neither says anything.
  std::string problem;

  bool HasSolution() const { return !best.empty() || !avoid.empty(); }
  bool IsSolvedBy(board::Move move) const;
};

// Refuses what is no position.
absl::StatusOr<EpdPosition> ParseEpd(absl::string_view line);

}  // namespace notochord::analyze
