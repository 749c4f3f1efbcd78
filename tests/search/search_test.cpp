#include <gtest/gtest.h>

#include <set>
#include <string>

#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "tests/search/harness.h"
#include "tests/support/data.h"
#include "tests/support/positions.h"

namespace notochord::search {
namespace {

using board::Move;
using board::Position;
using test::SearchHarness;

Move MoveOf(const Position& position, absl::string_view text) {
  const absl::StatusOr<Move> move = board::ParseUciMove(position, text);
  EXPECT_TRUE(move.ok()) << move.status();
  return move.ok() ? *move : Move();
}

TEST(SearchTest, IsReproducibleAtFixedNodes) {
  SearchHarness harness;
  for (const absl::string_view fen :
       {Position::kStartFen,
        absl::string_view("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -")}) {
    const Result first = harness.Search(fen, {.nodes = 20000});
    const std::uint64_t nodes = harness.nodes();
    harness.Search("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", {.nodes = 5000});
    const Result second = harness.Search(fen, {.nodes = 20000});
    EXPECT_EQ(harness.nodes(), nodes);
    EXPECT_EQ(first.moves[0].pv, second.moves[0].pv);
    EXPECT_EQ(first.moves[0].score, second.moves[0].score);
  }
}

TEST(SearchTest, StopsAtTheNodeLimit) {
  SearchHarness harness;
  for (const std::uint64_t nodes : {1000U, 5000U, 30000U}) {
    harness.Search(Position::kStartFen, {.nodes = nodes});
    EXPECT_GE(harness.nodes(), nodes);
    EXPECT_LT(harness.nodes(), nodes + 1100);
  }
}

TEST(SearchTest, PrincipalVariationsAreLegal) {
  SearchHarness harness;
  const std::size_t count = test::kParanoid ? 60 : 1000;
  for (const Position& position : test::RandomPositions(count, 21)) {
    const Result result = harness.Search(position, {.nodes = 1500, .multi_pv = 2});
    for (std::size_t i = 0; i < std::min<std::size_t>(2, result.moves.size()); ++i) {
      const RootMove& root = result.moves[i];
      ASSERT_FALSE(root.pv.empty());
      ASSERT_EQ(root.pv[0], root.move);
      ASSERT_TRUE(test::IsPlayable(position, root.pv)) << position.Fen();
    }
  }
}

TEST(SearchTest, FindsEveryMateInOne) {
  NOTOCHORD_REQUIRE_DATA();
  SearchHarness harness;
  for (const test::EpdCase& epd : test::ReadEpd("suites/mate/mate_in_1.epd")) {
    const Result result = harness.Search(epd.fen, {.depth = 3, .mate = 1});
    EXPECT_EQ(result.moves[0].score, test::MateInMoves(1)) << epd.fen;
  }
}

// Quiet keys behind a wide choice of moves: a selective search takes its time for them.
TEST(SearchTest, FullWidthFindsEveryMate) {
  SearchHarness harness;
  struct Problem {
    const char* fen;
    std::set<std::string> keys;
  };
  for (const Problem& problem :
       {Problem{"2qrr1n1/3b2p1/2pBP1Rp/1p2P2k/p2P1R2/2P5/P1B3PP/6K1 w - -", {"g6g3", "g2g3"}},
        Problem{"1r6/3N4/n1r1p2p/1N3k2/2P4P/1n2K3/2b1BpR1/R7 w - -", {"g2g7"}}}) {
    const Result result = harness.Search(problem.fen, {.depth = 3, .full_width = true});
    EXPECT_EQ(result.moves[0].score, test::MateInMoves(2)) << problem.fen;
    EXPECT_TRUE(problem.keys.contains(board::ToUci(result.moves[0].move, false)));
  }
}

TEST(SearchTest, TellsStalemateFromMate) {
  SearchHarness harness;
  const Position position = test::PositionFrom("7k/5Q2/8/6K1/8/8/8/8 w - -");
  const Move stalemate(Square::kG5, Square::kG6);
  EXPECT_EQ(harness.Search(position, {.depth = 6, .only = {stalemate}}).moves[0].score, 0);
  const Result best = harness.Search(position, {.depth = 14});
  EXPECT_TRUE(IsMate(best.moves[0].score));
  EXPECT_NE(best.moves[0].move, stalemate);
}

TEST(SearchTest, TakesThePerpetualWhenLosing) {
  SearchHarness harness;
  const Position position = test::PositionFrom("6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - -");
  const Result result = harness.Search(position, {.depth = 14});
  EXPECT_EQ(result.moves[0].move, MoveOf(position, "h5e8"));
  EXPECT_LE(std::abs(result.moves[0].score), 2);
}

TEST(SearchTest, KnowsTheFiftyMoveRule) {
  SearchHarness harness;
  // One ply is left: without a capture or pawn move it is a draw.
  const Result drawn = harness.Search("8/8/8/4k3/8/8/3R4/4K3 w - - 99 80", {.depth = 8});
  EXPECT_LE(std::abs(drawn.moves[0].score), 2);
  // Mate on the hundredth ply still counts.
  const Result mate = harness.Search("7k/8/6K1/8/8/8/8/R7 w - - 99 80", {.depth = 4});
  EXPECT_EQ(mate.moves[0].score, test::MateInMoves(1));
}

TEST(SearchTest, AvoidsRepetitionWhenWinning) {
  SearchHarness harness;
  Position position = test::PositionFrom("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
  // Twice to and fro: another Rd1-d2 Kg8-f8 Rd2-d1 Kf8-g8 would be the third time.
  for (const absl::string_view text : {"d1d2", "g8f8", "d2d1", "f8g8", "d1d2", "g8f8"}) {
    position.Make(MoveOf(position, text));
  }
  const Result result = harness.Search(position, {.depth = 10});
  EXPECT_GT(result.moves[0].score, 100);
}

TEST(SearchTest, MultiPvLinesAreDistinctAndOrdered) {
  SearchHarness harness;
  const Result result = harness.Search(Position::kStartFen, {.depth = 8, .multi_pv = 5});
  std::set<std::uint16_t> seen;
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_TRUE(seen.insert(result.moves[i].move.bits()).second);
    EXPECT_EQ(result.moves[i].pv[0], result.moves[i].move);
    if (i > 0) {
      EXPECT_GE(result.moves[i - 1].score, result.moves[i].score);
    }
  }
}

TEST(SearchTest, SearchesOnlyTheMovesItIsGiven) {
  SearchHarness harness;
  const Move move(Square::kA2, Square::kA3);
  const Result result = harness.Search(Position::kStartFen, {.depth = 6, .only = {move}});
  ASSERT_EQ(result.moves.size(), 1U);
  EXPECT_EQ(result.moves[0].move, move);
  EXPECT_EQ(result.depth, 6);
}

TEST(SearchTest, AnswersEvenWhenStoppedAtOnce) {
  tt::TranspositionTable table;
  std::atomic<bool> stop{true};
  const auto worker = std::make_unique<Worker>(0, table, stop, nullptr);
  Task task;
  task.root_moves = MakeRootMoves(task.position, {});
  Observer silent;
  const Result result = worker->Search(task, silent);
  ASSERT_EQ(result.moves.size(), 20U);
  EXPECT_GT(result.moves[0].score, -kInfiniteScore);
  EXPECT_TRUE(test::IsPlayable(task.position, result.moves[0].pv));
}

TEST(SearchTest, NothingToSearchIsNoResult) {
  SearchHarness harness;
  EXPECT_TRUE(harness.Search("7k/6Q1/6K1/8/8/8/8/8 b - -", {.depth = 5}).moves.empty());
}

}  // namespace
}  // namespace notochord::search
