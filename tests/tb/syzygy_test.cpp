#include "tb/syzygy.h"

#include <gtest/gtest.h>

#include "absl/strings/numbers.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "tests/support/data.h"
#include "tests/support/positions.h"

namespace notochord::tb {
namespace {

using board::Position;
using test::PositionFrom;

std::string TablePath() { return test::DataPath("syzygy"); }

TEST(SyzygyTest, AgreesWithAllExpectedValues) {
  NOTOCHORD_REQUIRE_DATA();
  Syzygy tables;
  const Syzygy::Report report = tables.Open(TablePath());
  EXPECT_EQ(report.wdl_tables, 41);
  EXPECT_EQ(report.dtz_tables, 40);
  EXPECT_EQ(report.max_pieces, 5);
  for (const auto& p : report.problems) std::cerr << p << "\n";
  const auto rows = test::ReadCsv("endgame/syzygy_expected.csv");
  int n = 0, d = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const Position position = PositionFrom(rows[i][0]);
    int wdl = 0, dtz = 0;
    ASSERT_TRUE(absl::SimpleAtoi(rows[i][1], &wdl) && absl::SimpleAtoi(rows[i][2], &dtz));
    const auto w = tables.ProbeWdl(position);
    ASSERT_TRUE(w) << rows[i][0];
    EXPECT_EQ(static_cast<int>(*w), wdl) << rows[i][0];
    ++n;
    const auto v = tables.ProbeDtz(position);
    if (!v) continue;
    ++d;
    EXPECT_EQ(v->dtz, dtz) << rows[i][0];
  }
  std::cerr << n << " " << d << "\n";
}

}  // namespace
}  // namespace notochord::tb
