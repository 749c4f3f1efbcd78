// The base of late move reductions: grows with the logarithms of depth and move number, and is
// larger where the evaluation does not go up.
#pragma once

#include <array>
#include <cstddef>

#include "engine/base/params.h"

namespace notochord::search {

class Reductions {
 public:
  // One ply of reduction in the units of Base().
  static constexpr int kOne = 1024;

  Reductions();

  int Base(int depth, int move_number, bool improving) const {
    return logs_[Slot(depth)] * logs_[Slot(move_number)] / kOne + params::kLmrBase +
           (improving ? 0 : params::kLmrNotImproving);
  }

 private:
  static constexpr int kSize = 256;
  static std::size_t Slot(int n) { return static_cast<std::size_t>(n < kSize ? n : kSize - 1); }

  std::array<int, kSize> logs_{};
};

}  // namespace notochord::search
