// Games with the engine's opinion, as PGN. Each move has its score in White's view and the depth;
// moves that lose much have a NAG and the better line.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "engine/tools/analyze/analyst.h"
#include "engine/tools/analyze/pgn.h"

namespace notochord::analyze {

// What a move must lose against the best one, in centipawns. Scores beyond kDecided count as that:
// there is no winning more than the game.
struct Thresholds {
  int inaccuracy = 50;  // $6, ?!
  int mistake = 100;    // $2, ?
  int blunder = 300;    // $4, ??
};
inline constexpr int kDecided = 1000;

std::string Describe(const Thresholds& thresholds);

// The tags; `annotator` takes the place of who annotated it before.
std::string PgnHead(const PgnGame& game, absl::string_view annotator);
// The whole game. `analyses` are of its positions from the beginning to the end.
std::string AnnotatedGame(const PgnGame& game, absl::string_view annotator,
                          const std::vector<Analysis>& analyses, const Thresholds& thresholds);

}  // namespace notochord::analyze
