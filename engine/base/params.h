// The numbers of search and static exchange evaluation that are worth tuning, from params.inc.
// Constants in a normal build; in a build with NOTOCHORD_TUNE they are variables that UCI options
// set, between searches only.
#pragma once

#include <array>

#include "absl/strings/string_view.h"

namespace notochord::params {

#if defined(NOTOCHORD_TUNE)
#define PARAM(name, value, min, max, step) inline int name = value;
#else
#define PARAM(name, value, min, max, step) inline constexpr int name = value;
#endif
#include "engine/base/params.inc"
#undef PARAM

// The same as data: for options and for the tuner's table.
struct Param {
  absl::string_view name;
#if defined(NOTOCHORD_TUNE)
  int* value;
#else
  const int* value;
#endif
  int initial;
  int min;
  int max;
  double step;  // the tuner's first step, about a twentieth of the range that matters
};

#define PARAM(name, value, min, max, step) Param{#name, &(name), value, min, max, step},
inline constexpr auto kAll = std::to_array<Param>({
#include "engine/base/params.inc"
});
#undef PARAM

}  // namespace notochord::params
