// From tuned weights back to engine/base/weights.inc.
#pragma once

#include <string>
#include <vector>

#include "engine/base/score.h"
#include "engine/tools/tune/model.h"

namespace notochord::tune {

// A piece's value and its table overlap: what is added to all squares and taken from the value
// changes nothing. Moves the mean over the squares, weighted by how often pieces stand there, into
// the value. Pawns have six ranks only; the king's value stays 0.
void CenterPieceSquares(const std::vector<double>& usage, WeightVector& weights);

// [WeightIndex] Rounded to whole units.
std::vector<Score> Round(const WeightVector& weights);

// The text of weights.inc.
std::string FormatWeights(const std::vector<Score>& weights);

}  // namespace notochord::tune
