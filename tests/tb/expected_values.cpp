#include "tests/tb/expected_values.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "absl/strings/numbers.h"
#include "tests/support/data.h"
#include "tests/support/positions.h"

namespace notochord::test {

std::vector<ExpectedValue> ExpectedValues(std::size_t step) {
  const std::vector<std::vector<std::string>> rows = ReadCsv("endgame/syzygy_expected.csv");
  std::vector<ExpectedValue> values;
  for (std::size_t i = 1; i < rows.size(); i += step) {
    int wdl = 0;
    int dtz = 0;
    EXPECT_TRUE(absl::SimpleAtoi(rows[i][1], &wdl) && absl::SimpleAtoi(rows[i][2], &dtz));
    values.push_back({PositionFrom(rows[i][0]), static_cast<tb::Wdl>(wdl), dtz});
  }
  return values;
}

Agreement Compare(const tb::Syzygy& tables, const std::vector<ExpectedValue>& values) {
  Agreement known;
  for (const ExpectedValue& value : values) {
    if (const std::optional<tb::Wdl> wdl = tables.ProbeWdl(value.position)) {
      EXPECT_EQ(*wdl, value.wdl) << value.position.Fen();
      ++known.wdl;
    }
    if (const std::optional<tb::RootValues> root = tables.ProbeDtz(value.position)) {
      EXPECT_EQ(root->dtz, value.dtz) << value.position.Fen();
      ++known.dtz;
    }
  }
  return known;
}

}  // namespace notochord::test
