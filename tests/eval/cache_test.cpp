// The worker's caches: pawns, attacks, material.
#include <gtest/gtest.h>

#include "engine/eval/evaluate.h"
#include "engine/eval/pawns.h"
#include "tests/support/positions.h"

namespace notochord::eval {
namespace {

using board::Position;

TEST(PawnCacheTest, CountsAndKeepsStructures) {
  PawnCache cache;
  Position position;
  cache.Probe(position);
  EXPECT_EQ(cache.stats().misses, 1U);
  cache.Probe(position);
  EXPECT_EQ(cache.stats().hits, 1U);
  // Another piece's move keeps the structure, a pawn's does not.
  position.Make(board::Move(Square::kG1, Square::kF3));
  cache.Probe(position);
  EXPECT_EQ(cache.stats().hits, 2U);
  position.Make(board::Move(Square::kE7, Square::kE5));
  cache.Probe(position);
  EXPECT_EQ(cache.stats().misses, 2U);
}

TEST(PawnCacheTest, FollowsTheKing) {
  PawnCache cache;
  const Position castled = test::PositionFrom("6k1/5ppp/8/8/8/8/5PPP/6K1 w - -");
  const Position open = test::PositionFrom("6k1/5ppp/8/8/8/8/5PPP/2K5 w - -");
  const Score safe = cache.Probe(castled).king_danger[Color::kWhite];
  const PawnEntry& entry = cache.Probe(open);
  EXPECT_EQ(cache.stats().hits, 1U) << "the same pawns";
  EXPECT_GT(entry.king_danger[Color::kWhite].mg(), safe.mg());
  EXPECT_EQ(entry.king[Color::kWhite], Square::kC1);
}

TEST(PawnCacheTest, AgreesWithAFreshEntry) {
  PawnCache cache;
  for (const Position& position : test::RandomPositions(2000, 11)) {
    const PawnEntry& entry = cache.Probe(position);
    const PawnEntry expected = AnalyzePawns(position);
    ASSERT_EQ(entry.structure, expected.structure) << position.Fen();
    ASSERT_EQ(entry.king_score, expected.king_score) << position.Fen();
    ASSERT_EQ(entry.king_danger, expected.king_danger) << position.Fen();
    ASSERT_EQ(entry.passed, expected.passed) << position.Fen();
    ASSERT_EQ(entry.closedness, expected.closedness) << position.Fen();
  }
}

TEST(AttackCacheTest, EvaluationLeavesWhatSearchReads) {
  Evaluator evaluator;
  const Position position;
  evaluator.Evaluate(position);
  const AttackSummary& summary = evaluator.Attacks(position);
  EXPECT_EQ(evaluator.attack_stats().hits, 1U);
  EXPECT_EQ(evaluator.attack_stats().misses, 0U);
  EXPECT_EQ(summary.key, position.key());
}

TEST(AttackCacheTest, PartialFillEqualsTheWholeOne) {
  for (const Position& position : test::RandomPositions(2000, 12)) {
    EvalContext whole;
    EvalContext part;
    FillContext(position, whole);
    FillEnemyAttacks(position, part);
    AttackSummary a{};
    AttackSummary b{};
    Summarize(whole, position.side_to_move(), a);
    Summarize(part, position.side_to_move(), b);
    ASSERT_EQ(FindAttacks(position).enemy_all, a.enemy_all) << position.Fen();
    ASSERT_EQ(a.enemy_pawns, b.enemy_pawns) << position.Fen();
    ASSERT_EQ(a.enemy_minors, b.enemy_minors) << position.Fen();
    ASSERT_EQ(a.enemy_rooks, b.enemy_rooks) << position.Fen();
    ASSERT_EQ(a.enemy_all, b.enemy_all) << position.Fen();
    ASSERT_EQ(a.threatened, b.threatened) << position.Fen();
  }
}

TEST(AttackCacheTest, FindsThreatenedPieces) {
  Evaluator evaluator;
  // White to move: the knight is attacked by a pawn, the queen by a rook, the pawn on a2 by nobody.
  const AttackSummary& summary =
      evaluator.Attacks(test::PositionFrom("3r2k1/8/4p3/3N4/8/8/P2Q4/6K1 w - -"));
  EXPECT_EQ(summary.threatened, Bit(Square::kD5));
  const AttackSummary& open =
      evaluator.Attacks(test::PositionFrom("3r2k1/8/4p3/8/8/b7/P2Q4/6K1 w - -"));
  EXPECT_EQ(open.threatened, Bit(Square::kD2));
}

TEST(AttackCacheTest, KeepsTwoPositionsOfOneSet) {
  AttackCache cache;
  const Key a = 5;
  const Key b = a + AttackCache::kSets;
  const Key c = b + AttackCache::kSets;
  cache.Store(a);
  cache.Store(b);
  EXPECT_NE(cache.Find(a), nullptr);
  EXPECT_NE(cache.Find(b), nullptr);
  EXPECT_EQ(cache.stats().evictions, 0U);
  cache.Store(c);
  EXPECT_EQ(cache.stats().evictions, 1U);
  EXPECT_EQ(cache.Find(a), nullptr) << "the oldest went";
  EXPECT_NE(cache.Find(b), nullptr);
  EXPECT_NE(cache.Find(c), nullptr);
  EXPECT_EQ(cache.stats().hits, 4U);
  EXPECT_EQ(cache.stats().misses, 1U);
}

TEST(MaterialCacheTest, PhaseRunsFromStartToBareKings) {
  MaterialCache cache;
  EXPECT_EQ(cache.Probe(Position().material()).phase, kFullPhase);
  const Position pawns = test::PositionFrom("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -");
  EXPECT_EQ(cache.Probe(pawns.material()).phase, 0);
  const Position queens = test::PositionFrom("qqqqk3/qqqqq3/8/8/8/8/QQQQQ3/QQQQK3 w - -");
  EXPECT_EQ(cache.Probe(queens.material()).phase, kFullPhase) << "never more";
  const Position half = test::PositionFrom("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R2QK3 w - -");
  EXPECT_EQ(cache.Probe(half.material()).phase, (10 * kFullPhase + 12) / 24);
}

TEST(MaterialCacheTest, CountsHits) {
  MaterialCache cache;
  cache.Probe(Position().material());
  cache.Probe(Position().material());
  EXPECT_EQ(cache.stats().misses, 1U);
  EXPECT_EQ(cache.stats().hits, 1U);
}

}  // namespace
}  // namespace notochord::eval
