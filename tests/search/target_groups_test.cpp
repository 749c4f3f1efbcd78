#include "engine/search/target_groups.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "engine/base/rng.h"

namespace notochord::search {
namespace {

using Visits = std::vector<std::pair<int, Square>>;
constexpr std::size_t kMost = 16;

Visits VisitAll(TargetGroups<int, kMost>& groups) {
  Visits visits;
  groups.ForEach([&](int common, Square to) { visits.emplace_back(common, to); });
  return visits;
}

TEST(TargetGroupsTest, NothingIsVisitedWhereNothingIs) {
  TargetGroups<int, kMost> groups;
  EXPECT_TRUE(VisitAll(groups).empty());
  groups.Add(0, 1);
  EXPECT_TRUE(VisitAll(groups).empty());
  EXPECT_EQ(groups.size(), 0U);
}

// Every number of sets up to a full list, empty ones among and after them.
TEST(TargetGroupsTest, VisitsAllTargetsInOrder) {
  Rng rng(5);
  for (std::size_t sets = 0; sets <= kMost; ++sets) {
    TargetGroups<int, kMost> groups;
    Visits expected;
    for (std::size_t i = 0; i < sets; ++i) {
      if (rng.Below(2) == 0) groups.Add(0, -1);
      // From one bit to many: the first square keeps the set from being empty.
      const board::Bitboard targets =
          board::Bit(SquareAt(rng.Below(64))) | (rng.Below(2) == 0 ? 0 : rng.Next() & rng.Next());
      groups.Add(targets, static_cast<int>(i));
      for (board::Bitboard b = targets; b != 0;) {
        expected.emplace_back(static_cast<int>(i), board::PopFirst(b));
      }
    }
    groups.Add(0, -1);
    ASSERT_EQ(groups.size(), sets);
    ASSERT_EQ(VisitAll(groups), expected) << sets;
  }
}

}  // namespace
}  // namespace notochord::search
