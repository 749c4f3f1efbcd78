// Every weight of the evaluation, as one constant: kWeights. The values live in weights.inc, which
// `tune` regenerates whole; this header turns each of its lines into a member and a name.
//
// To add a weight: one line in weights.inc, its values as S(middlegame, endgame).
//   WEIGHT1(name, count, sign, "legend", values...)           an array, indexed as the legend says
//   WEIGHT2(name, rows, columns, sign, "legend", values...)   an array of arrays
// All members are Scores without gaps, so a weight's place in the struct is also its index for the
// tuner (WeightIndex), and kWeightGroups tells the name behind an index.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "engine/base/score.h"

namespace notochord {

#define S(mg, eg) Score(mg, eg)

struct Weights {
#define WEIGHT1(name, count, sign, legend, ...) std::array<Score, count> name{{__VA_ARGS__}};
#define WEIGHT2(name, rows, columns, sign, legend, ...) \
  std::array<std::array<Score, columns>, rows> name{{__VA_ARGS__}};
#include "engine/base/weights.inc"
#undef WEIGHT1
#undef WEIGHT2
};

#undef S

inline constexpr Weights kWeights;

inline constexpr std::size_t kWeightCount = sizeof(Weights) / sizeof(Score);
static_assert(sizeof(Weights) % sizeof(Score) == 0);

// What a group's meaning says about its values. The tuner keeps to it: where data are few or two
// weights are nearly interchangeable, a fit alone would happily reward a trapped piece.
enum class WeightSign : std::uint8_t { kAny, kUp, kDown };

struct WeightGroup {
  absl::string_view name;
  absl::string_view legend;
  std::size_t first;  // index of the group's first weight
  std::size_t rows;   // 0: one dimension
  std::size_t columns;
  WeightSign sign;

  constexpr std::size_t size() const { return (rows == 0 ? 1 : rows) * columns; }
};

inline constexpr auto kWeightGroups = std::to_array<WeightGroup>({
#define WEIGHT1(name, count, sign, legend, ...) \
  {#name, legend, offsetof(Weights, name) / sizeof(Score), 0, count, WeightSign::sign},
#define WEIGHT2(name, rows, columns, sign, legend, ...) \
  {#name, legend, offsetof(Weights, name) / sizeof(Score), rows, columns, WeightSign::sign},
#include "engine/base/weights.inc"
#undef WEIGHT1
#undef WEIGHT2
});

// The index of a member of kWeights, 0 to kWeightCount - 1.
inline std::size_t WeightIndex(const Score& weight) {
  return static_cast<std::size_t>(&weight - reinterpret_cast<const Score*>(&kWeights));
}

}  // namespace notochord
