// The table values that are known from elsewhere.
#pragma once

#include <vector>

#include "engine/board/position.h"
#include "tb/syzygy.h"

namespace notochord::test {

struct ExpectedValue {
  board::Position position;
  tb::Wdl wdl;
  int dtz;
};

// Needs the test data. Every `step`-th of all.
std::vector<ExpectedValue> ExpectedValues(std::size_t step = 1);

struct Agreement {
  std::size_t wdl = 0;  // positions whose value is known
  std::size_t dtz = 0;
};

// A test failure for every value that is wrong. Values that the tables do not know are not.
Agreement Compare(const tb::Syzygy& tables, const std::vector<ExpectedValue>& values);

}  // namespace notochord::test
