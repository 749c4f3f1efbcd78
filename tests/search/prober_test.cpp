// How the search uses whatever tables it is given.
#include "engine/search/prober.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "engine/search/worker.h"
#include "tests/support/positions.h"

namespace notochord::search {
namespace {

using board::Position;

// Answers all positions of few men in one way, and looks at how it is asked.
class FakeProber : public Prober {
 public:
  FakeProber(int max_pieces, int depth, std::optional<int> answer)
      : max_pieces_(max_pieces), depth_(depth), answer_(answer) {}

  int MaxPieces() const override { return max_pieces_; }
  int ProbeDepth() const override { return depth_; }
  std::optional<int> ProbeWdl(const Position& position) const override {
    EXPECT_LE(board::PopCount(position.Pieces()), max_pieces_);
    EXPECT_EQ(position.rule50(), 0);
    EXPECT_EQ(position.castling(), 0);
    EXPECT_TRUE(looked_) << "the clock was not looked at after the last probe";
    looked_ = false;
    ++probes_;
    return answer_;
  }

  int probes() const { return probes_; }
  void Look() { looked_ = true; }

 private:
  const int max_pieces_;
  const int depth_;
  const std::optional<int> answer_;
  mutable bool looked_ = true;
  mutable int probes_ = 0;
};

// Takes note of each look at the clock.
class Clockwatcher : public Observer {
 public:
  explicit Clockwatcher(FakeProber& prober, int max_probes = 1 << 30)
      : prober_(prober), max_probes_(max_probes) {}
  bool ShouldStop() override {
    prober_.Look();
    return prober_.probes() >= max_probes_;
  }

 private:
  FakeProber& prober_;
  const int max_probes_;
};

Result Search(FakeProber& prober, absl::string_view fen, int depth, int max_probes = 1 << 30,
              std::uint64_t* hits = nullptr) {
  tt::TranspositionTable table;
  EXPECT_TRUE(table.Resize(4).ok());
  const std::atomic<bool> stop{false};
  const auto worker = std::make_unique<Worker>(0, table, stop, &prober);
  Task task;
  task.position = test::PositionFrom(fen);
  task.root_moves = MakeRootMoves(task.position, {});
  task.max_depth = depth;
  task.tb_hits = 7;
  Clockwatcher watcher(prober, max_probes);
  Result result = worker->Search(task, watcher);
  if (hits != nullptr) *hits = worker->tb_hits();
  return result;
}

constexpr absl::string_view kManyPieces =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R "
    "w KQkq - 0 1";
constexpr absl::string_view kFewPieces = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

TEST(ProberTest, TheClockIsLookedAtAfterEachProbe) {
  for (const std::optional<int> answer : {std::optional<int>(0), std::optional<int>(1),
                                          std::optional<int>(-1), std::optional<int>()}) {
    FakeProber few(9, 1, answer);
    Search(few, kFewPieces, 8);
    EXPECT_GT(few.probes(), 10);
    FakeProber all(32, 1, answer);
    Search(all, kManyPieces, 6);
  }
}

TEST(ProberTest, StopsAfterTheProbeThatTookTooLong) {
  FakeProber prober(9, 1, std::nullopt);
  Search(prober, kFewPieces, 12, 5);
  EXPECT_EQ(prober.probes(), 5);
}

TEST(ProberTest, CountsHits) {
  std::uint64_t hits = 0;
  FakeProber knows(9, 1, 0);
  Search(knows, kFewPieces, 6, 1 << 30, &hits);
  EXPECT_EQ(hits, 7U + static_cast<std::uint64_t>(knows.probes()));
  FakeProber knows_not(9, 1, std::nullopt);
  Search(knows_not, kFewPieces, 6, 1 << 30, &hits);
  EXPECT_GT(knows_not.probes(), 0);
  EXPECT_EQ(hits, 7U);
}

TEST(ProberTest, TheProbeDepthHoldsForTheLargestTables) {
  // One capture leads to eight men, where the depth counts.
  FakeProber shallow(8, 1, 0);
  Search(shallow, kFewPieces, 5);
  FakeProber deep(8, 50, 0);
  Search(deep, kFewPieces, 5);
  EXPECT_LT(deep.probes(), shallow.probes());
}

TEST(ProberTest, WinsAndLossesAreInTheirOwnRange) {
  // All captures and pawn moves are said to lose for the side that must reply.
  FakeProber lost(32, 1, -1);
  const Result won = Search(lost, kFewPieces, 6);
  EXPECT_TRUE(IsWin(won.moves[0].score));
  EXPECT_FALSE(IsMate(won.moves[0].score));
}

TEST(ProberTest, AMateIsBetterThanATablebaseWin) {
  FakeProber lost(32, 1, -1);
  const Result result = Search(lost, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 6);
  EXPECT_EQ(result.moves[0].score, MateIn(1));
}

}  // namespace
}  // namespace notochord::search
