#include "engine/base/large_memory.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace notochord {
namespace {

// Made and unmade like any other.
TEST(LargeObjectTest, LivesInMemoryOfItsOwn) {
  struct Big {
    explicit Big(int value = 7) : first(value) { ++alive(); }
    ~Big() { --alive(); }
    static int& alive() {
      static int count = 0;
      return count;
    }
    int first;
    std::array<std::uint64_t, 1 << 17> rest;
  };
  for (int round = 0; round < 3; ++round) {
    const LargeObject<Big> a;
    const LargeObject<Big> b;
    EXPECT_EQ(Big::alive(), 2);
    EXPECT_EQ(a->first, 7);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.get()) % 4096, 0U);
    b->rest.fill(1);
  }
  EXPECT_EQ(Big::alive(), 0);
}

}  // namespace
}  // namespace notochord
