#include "engine/board/perft.h"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/support/data.h"
#include "tests/support/positions.h"

namespace notochord::board {
namespace {

using test::kParanoid;
using test::PerftCase;
using test::PositionFrom;

// Every position of a file whose number is `part` modulo `parts`, at every listed depth up to
// `max_depth`.
void ExpectExactCounts(const char* file, int max_depth, std::size_t part, std::size_t parts) {
  const std::vector<PerftCase> cases = test::ReadPerft(file);
  for (std::size_t i = part; i < cases.size(); i += parts) {
    Position position = PositionFrom(cases[i].fen);
    for (const auto& [depth, leaves] : cases[i].counts) {
      if (depth > max_depth) continue;
      ASSERT_EQ(Perft(position, depth), leaves) << cases[i].fen << " at depth " << depth;
    }
    ASSERT_EQ(position.state(), PositionFrom(cases[i].fen).state());
  }
}

constexpr int kStandardDepth = kParanoid ? 3 : 5;
constexpr int kFischerDepth = kParanoid ? 2 : 4;

class StandardPerftTest : public testing::TestWithParam<std::size_t> {};

TEST_P(StandardPerftTest, CountsAreExact) {
  NOTOCHORD_REQUIRE_DATA();
  ExpectExactCounts("perft/standard.epd", kStandardDepth, GetParam(), 4);
}

INSTANTIATE_TEST_SUITE_P(Quarter, StandardPerftTest, testing::Range<std::size_t>(0, 4));

class FischerPerftTest : public testing::TestWithParam<std::size_t> {};

TEST_P(FischerPerftTest, CountsAreExact) {
  NOTOCHORD_REQUIRE_DATA();
  ExpectExactCounts("perft/fischer960.epd", kFischerDepth, GetParam(), 4);
}

INSTANTIATE_TEST_SUITE_P(Quarter, FischerPerftTest, testing::Range<std::size_t>(0, 4));

std::uint64_t Total(const std::vector<PerftLine>& lines) {
  return std::accumulate(lines.begin(), lines.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const PerftLine& l) { return sum + l.nodes; });
}

TEST(PerftTest, WithoutData) {
  Position start;
  EXPECT_EQ(Perft(start, 0), 1U);
  EXPECT_EQ(Perft(start, 1), 20U);
  EXPECT_EQ(Perft(start, 4), 197281U);
  Position kiwipete =
      PositionFrom("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -");
  EXPECT_EQ(Perft(kiwipete, 3), 97862U);
}

TEST(PerftTest, DivideAddsUp) {
  const Position start;
  for (int depth = 1; depth <= 4; ++depth) {
    Position copy = start;
    EXPECT_EQ(Total(PerftDivide(start, depth)), Perft(copy, depth));
  }
}

TEST(PerftTest, ParallelEqualsSerial) {
  for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                          "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                          "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                          "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}) {  // stalemate: no lines at all
    const Position position = PositionFrom(fen);
    for (int depth = 1; depth <= (kParanoid ? 3 : 4); ++depth) {
      const std::vector<PerftLine> serial = PerftDivide(position, depth);
      const std::vector<PerftLine> parallel = ParallelPerftDivide(position, depth);
      ASSERT_EQ(serial.size(), parallel.size());
      for (std::size_t i = 0; i < serial.size(); ++i) {
        EXPECT_EQ(serial[i].move, parallel[i].move);
        EXPECT_EQ(serial[i].nodes, parallel[i].nodes);
      }
    }
  }
}

}  // namespace
}  // namespace notochord::board
