// Finds and reads the public test data: perft counts, EPD suites, CSV tables. The data is not in
// the repository: a test that needs it starts with NOTOCHORD_REQUIRE_DATA(), which skips it
// without.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace notochord::test {

// The folder that NOTOCHORD_DATA names, else ../shared beside the repository. None: no data.
std::optional<std::string> DataDir();

#define NOTOCHORD_REQUIRE_DATA()                                                            \
  if (!::notochord::test::DataDir().has_value())                                            \
  GTEST_SKIP() << "no test data: set NOTOCHORD_DATA to its folder, or put it in ../shared " \
                  "seen from the repository's root"

// All that follow take a path inside the data folder, and stop the program where it cannot be read:
// a data folder without the file is a mistake, not a reason to skip.

std::string DataPath(absl::string_view file);
// The lines of a file without empty ones, line ends and a byte order mark.
std::vector<std::string> ReadLines(absl::string_view file);

struct PerftCase {
  std::string fen;
  std::vector<std::pair<int, std::uint64_t>> counts;  // depth, leaves
};
// `FEN ;D1 n ;D2 n ...`
std::vector<PerftCase> ReadPerft(absl::string_view file);

struct EpdCase {
  std::string fen;                                // the first four fields
  std::map<std::string, std::string> operations;  // opcode to operand, quotes removed
};
EpdCase ParseEpd(absl::string_view line);
std::vector<EpdCase> ReadEpd(absl::string_view file);

// Rows of cells; the first row is the header.
std::vector<std::vector<std::string>> ReadCsv(absl::string_view file);

// Every position of the perft, exchange, test and endgame suites once, in a fixed order.
std::vector<std::string> SuiteFens();

}  // namespace notochord::test
