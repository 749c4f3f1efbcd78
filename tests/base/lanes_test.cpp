#include "engine/base/lanes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/base/rng.h"

namespace notochord {
namespace {

TEST(LanesTest, FindsTheGreatestInEveryPlace) {
  using Words = Vector<std::int64_t>;
  Rng rng(1);
  for (int round = 0; round < 1000; ++round) {
    std::array<std::int64_t, Words::kLanes> values;
    for (std::int64_t& value : values) value = static_cast<std::int64_t>(rng.Next());
    const std::int64_t greatest = *std::max_element(values.begin(), values.end());
    ASSERT_EQ(Words::Greatest(Words::Load(values.data())), greatest);
  }
}

TEST(LanesTest, MakesALaneOfEachBit) {
  using Shorts = Vector<std::int16_t>;
  Rng rng(2);
  for (int round = 0; round < 1000; ++round) {
    const std::uint64_t bits = rng.Next();
    std::array<std::int16_t, Shorts::kLanes> lanes;
    Shorts::Store(LanesOfBits(bits), lanes.data());
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      ASSERT_EQ(lanes[i], (bits >> i & 1) != 0 ? -1 : 0) << i;
    }
  }
}

}  // namespace
}  // namespace notochord
