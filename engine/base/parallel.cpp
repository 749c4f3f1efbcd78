#include "engine/base/parallel.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

namespace notochord::internal {

void RunRanges(std::size_t count, std::size_t grain, RangeFunction function, void* context) {
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                    [=](const tbb::blocked_range<std::size_t>& range) {
                      function(context, range.begin(), range.end());
                    });
}

}  // namespace notochord::internal
