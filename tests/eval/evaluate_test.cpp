#include "engine/eval/evaluate.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "engine/board/setup.h"
#include "tests/support/data.h"
#include "tests/support/positions.h"

namespace notochord::eval {
namespace {

using board::Position;

std::vector<Position> SuitePositions() {
  std::vector<Position> positions;
  for (const std::string& fen : test::SuiteFens()) positions.push_back(test::PositionFrom(fen));
  return positions;
}

std::vector<Position> ManyRandomPositions() {
  return test::RandomPositions(test::kParanoid ? 2000 : 10000, 20240601);
}

void ExpectSymmetric(const std::vector<Position>& positions) {
  Evaluator evaluator;
  for (const Position& position : positions) {
    const board::Setup setup = position.ToSetup();
    const int value = evaluator.Evaluate(position);
    const auto flipped = Position::FromSetup(board::FlipColors(setup));
    ASSERT_TRUE(flipped.ok()) << position.Fen();
    ASSERT_EQ(evaluator.Evaluate(*flipped), value) << position.Fen();
    if (position.castling() != 0) continue;
    const auto mirrored = Position::FromSetup(board::MirrorFiles(setup));
    ASSERT_TRUE(mirrored.ok()) << position.Fen();
    ASSERT_EQ(evaluator.Evaluate(*mirrored), value) << position.Fen();
  }
}

TEST(EvaluateTest, IsSymmetricInTheSuites) {
  NOTOCHORD_REQUIRE_DATA();
  ExpectSymmetric(SuitePositions());
}

TEST(EvaluateTest, IsSymmetricInRandomPositions) { ExpectSymmetric(ManyRandomPositions()); }

// Caches are only memory: an evaluator that has seen thousands of positions says the same as one
// that has seen none.
TEST(EvaluateTest, DoesNotDependOnTheCaches) {
  Evaluator warm;
  const std::vector<Position> positions = test::RandomPositions(300, 7);
  std::vector<int> values;
  values.reserve(positions.size());
  for (const Position& position : positions) values.push_back(warm.Evaluate(position));
  for (std::size_t i = 0; i < positions.size(); ++i) {
    ASSERT_EQ(warm.Evaluate(positions[i]), values[i]) << positions[i].Fen();
    warm.Attacks(positions[i]);
    if (i % 10 != 0) continue;
    Evaluator cold;
    ASSERT_EQ(cold.Evaluate(positions[i]), values[i]) << positions[i].Fen();
  }
}

// The part of the evaluation that a trace names material and imbalance, and nothing in endgames.
TEST(EvaluateTest, MaterialScoreIsTheTracesMaterial) {
  Evaluator evaluator;
  int known = 0;
  for (const Position& position : test::RandomPositions(2000, 31)) {
    const EvalTrace trace = Trace(position);
    const int score = evaluator.MaterialScore(position);
    const bool is_endgame = !trace.endgame.empty() || trace.phase <= kFullPhase / 4;
    ASSERT_EQ(score == kNoScore, is_endgame) << position.Fen();
    if (score == kNoScore) continue;
    ++known;
    Score sum;
    for (Term term : {Term::kMaterial, Term::kImbalance}) {
      sum += trace.terms[Index(term)][Color::kWhite] - trace.terms[Index(term)][Color::kBlack];
    }
    const int value = Taper(sum, trace.phase, kFullScale);
    ASSERT_EQ(score, position.side_to_move() == Color::kWhite ? value : -value) << position.Fen();
  }
  EXPECT_GT(known, 500);
}

// What the search assumes of a null move: it changes the tempo and next to nothing else.
TEST(EvaluateTest, PassingCostsTheTempo) {
  Evaluator evaluator;
  double error = 0;
  int count = 0;
  for (Position& position : test::RandomPositions(2000, 32)) {
    if (position.InCheck() || evaluator.MaterialScore(position) == kNoScore) continue;
    const int before = evaluator.Evaluate(position);
    position.MakeNull();
    error += std::abs(evaluator.Evaluate(position) - (kPassedTempo - before));
    ++count;
  }
  ASSERT_GT(count, 500);
  EXPECT_LT(error / count, 3);
}

TEST(EvaluateTest, StartPositionIsNearlyEqual) {
  Evaluator evaluator;
  const int value = evaluator.Evaluate(Position());
  EXPECT_GT(value, 0) << "the move is worth something";
  EXPECT_LT(value, 80);
}

TEST(EvaluateTest, MaterialDecides) {
  Evaluator evaluator;
  const auto value = [&](absl::string_view fen) {
    return evaluator.Evaluate(test::PositionFrom(fen));
  };
  const int knight = value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR b KQkq - 0 1");
  const int rook = value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR b Kkq - 0 1");
  const int queen = value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQkq - 0 1");
  EXPECT_GT(knight, 150);
  EXPECT_GT(rook, knight);
  EXPECT_GT(queen, rook);
}

// Nine queens each is the most that a game can hold.
TEST(EvaluateTest, ManyQueensDoNotOverflow) {
  Evaluator evaluator;
  const auto value = [&](absl::string_view fen) {
    return evaluator.Evaluate(test::PositionFrom(fen));
  };
  const int balanced = value("qqqqk3/qqqqq3/8/8/8/8/QQQQQ3/QQQQK3 w - - 0 1");
  EXPECT_LE(std::abs(balanced), kMaxEval);
  const int winning = value("3rk2r/3p1p2/3p1p2/8/8/8/QQQ2QQQ/Q1K2QQ1 w - - 0 1");
  EXPECT_GT(winning, 2500);
  EXPECT_LE(winning, kMaxEval);
  EXPECT_LT(value("3rk2r/3p1p2/3p1p2/8/8/8/QQQ2QQQ/Q1K2QQ1 b - - 0 1"), -2500);
  const int everything = value("k7/pp6/8/8/8/QQ6/QQQNNBBR/QQQQK2R w - - 0 1");
  EXPECT_GT(everything, 4000);
  EXPECT_LE(everything, kMaxEval);
}

TEST(EvaluateTest, StatsNameEveryCache) {
  Evaluator evaluator;
  evaluator.Evaluate(Position());
  const std::string text = FormatStats(evaluator);
  for (const char* name : {"pawn cache", "attack cache", "material cache"}) {
    EXPECT_NE(text.find(name), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace notochord::eval
