#include "engine/search/reductions.h"

#include <cmath>

namespace notochord::search {

Reductions::Reductions() {
  for (int n = 1; n < kSize; ++n) {
    logs_[Slot(n)] = static_cast<int>(params::kLmrFactor / 100.0 * kOne * std::log(n));
  }
}

}  // namespace notochord::search
