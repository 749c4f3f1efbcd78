// The same proofs as in the fast suite, without its limits on depth and number.
#include <gtest/gtest.h>

#include "engine/board/perft.h"
#include "tests/board/position_checks.h"
#include "tests/board/position_reference.h"
#include "tests/support/data.h"
#include "tests/support/positions.h"

namespace notochord::board {
namespace {

using test::PositionFrom;

constexpr std::size_t kParts = 8;

class SlowBoardTest : public testing::TestWithParam<std::size_t> {
 protected:
  template <typename Visit>
  static void ForEachCase(const char* file, const Visit& visit) {
    const std::vector<test::PerftCase> cases = test::ReadPerft(file);
    for (std::size_t i = GetParam(); i < cases.size(); i += kParts) {
      visit(cases[i]);
      if (HasFatalFailure()) return;
    }
  }

  static void ExpectExactCounts(const char* file, int max_depth) {
    ForEachCase(file, [max_depth](const test::PerftCase& c) {
      Position position = PositionFrom(c.fen);
      for (const auto& [depth, leaves] : c.counts) {
        if (depth > max_depth) continue;
        ASSERT_EQ(Perft(position, depth), leaves) << c.fen << " at depth " << depth;
      }
    });
  }
};

TEST_P(SlowBoardTest, StandardPerft) {
  NOTOCHORD_REQUIRE_DATA();
  ExpectExactCounts("perft/standard.epd", 6);
}

TEST_P(SlowBoardTest, FischerPerft) {
  NOTOCHORD_REQUIRE_DATA();
  ExpectExactCounts("perft/fischer960.epd", 5);
}

TEST_P(SlowBoardTest, LegalityOfAllMovesAtDepthTwo) {
  NOTOCHORD_REQUIRE_DATA();
  ForEachCase("perft/standard.epd", [](const test::PerftCase& c) {
    Position position = PositionFrom(c.fen);
    test::ForEachAtDepth(position, 2, [](Position& p) { ExpectLegalityIsExact(p); });
  });
}

TEST_P(SlowBoardTest, Chess960FieldsAtDepthTwo) {
  NOTOCHORD_REQUIRE_DATA();
  ForEachCase("perft/fischer960.epd", [](const test::PerftCase& c) {
    Position position = PositionFrom(c.fen);
    test::ForEachAtDepth(position, 2, [](Position& p) {
      ASSERT_EQ(p.state(), test_reference::Recount(p)) << p.Fen();
      ExpectMovesAreExact(p);
    });
  });
}

INSTANTIATE_TEST_SUITE_P(Part, SlowBoardTest, testing::Range<std::size_t>(0, kParts));

}  // namespace
}  // namespace notochord::board
