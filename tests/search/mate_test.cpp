// Longer mates: most must be found, with their exact distance, within two million nodes, by the
// selective search and by the full-width search of `go mate`.
#include <gtest/gtest.h>

#include "tests/search/harness.h"
#include "tests/support/data.h"

namespace notochord::search {
namespace {

void ExpectMates(int moves, bool full_width, absl::string_view file, std::size_t percent) {
  test::SearchHarness harness;
  std::size_t found = 0;
  const std::vector<test::EpdCase> cases = test::ReadEpd(file);
  for (const test::EpdCase& epd : cases) {
    const Result result =
        harness.Search(epd.fen, {.nodes = 2000000, .mate = moves, .full_width = full_width});
    EXPECT_LE(result.moves[0].score, test::MateInMoves(moves)) << "too short a mate: " << epd.fen;
    if (result.moves[0].score == test::MateInMoves(moves)) {
      ++found;
    } else {
      std::cout << "missed: " << epd.fen << " score " << result.moves[0].score << '\n';
    }
  }
  std::cout << found << " of " << cases.size() << " mates in " << moves << '\n';
  EXPECT_GE(found * 100, cases.size() * percent);
}

TEST(MateTest, MatesInTwo) {
  NOTOCHORD_REQUIRE_DATA();
  ExpectMates(2, true, "suites/mate/mate_in_2.epd", 100);
  ExpectMates(2, false, "suites/mate/mate_in_2.epd", 99);
}

TEST(MateTest, MatesInThree) {
  NOTOCHORD_REQUIRE_DATA();
  ExpectMates(3, true, "suites/mate/mate_in_3.epd", 95);
  ExpectMates(3, false, "suites/mate/mate_in_3.epd", 95);
}

TEST(MateTest, MatesInFour) {
  NOTOCHORD_REQUIRE_DATA();
  ExpectMates(4, true, "suites/mate/mate_in_4.epd", 95);
  ExpectMates(4, false, "suites/mate/mate_in_4.epd", 95);
}

}  // namespace
}  // namespace notochord::search
