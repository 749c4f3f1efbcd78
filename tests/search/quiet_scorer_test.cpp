#include "engine/search/quiet_scorer.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "engine/board/movegen.h"
#include "engine/eval/evaluate.h"
#include "tests/support/positions.h"

namespace notochord::search {
namespace {

using board::Contains;
using board::Move;
using board::Position;

// The parts of a score, added up one by one.
int SlowScore(const Position& position, Histories& histories, const eval::AttackSummary& attacks,
              const Continuations& continuations, Move move) {
  const Piece piece = position.MovedPiece(move);
  const PieceType pt = TypeOf(piece);
  const auto share = [&](std::size_t i, int shift) {
    return (*continuations[i])[piece][move.to()] >> shift;
  };
  int score = (histories.Butterfly(position.side_to_move(), move, attacks.enemy_all) >> 2) +
              (histories.Pawn(position, {piece, move.to()}) >> 2) + share(0, 2) + share(1, 3) +
              share(2, 3) + share(3, 4);
  const auto weigh = [&](board::Bitboard danger, int weight) {
    if (Contains(danger, move.from())) score += weight / 8;
    if (Contains(danger, move.to())) score -= weight / 8;
  };
  if (pt == PieceType::kKnight || pt == PieceType::kBishop) {
    weigh(attacks.enemy_pawns, params::kMinorThreatScore);
  } else if (pt == PieceType::kRook) {
    weigh(attacks.enemy_minors, params::kRookThreatScore);
  } else if (pt == PieceType::kQueen) {
    weigh(attacks.enemy_rooks, params::kQueenThreatScore);
  }
  return score;
}

TEST(QuietScorerTest, AddsUpWhatAMoveAloneAddsUpTo) {
  Rng rng(5);
  const auto random = [&] {
    return static_cast<int>(rng.Below(2 * kHistoryBound)) - kHistoryBound;
  };
  const auto histories = std::make_unique<Histories>();
  const auto tables = std::make_unique<std::array<ContinuationTable, 4>>();
  histories->Clear();
  for (ContinuationTable& table : *tables) {
    for (PerSquare<MoveScore>& row : table) {
      for (MoveScore& score : row) score.Set(random());
    }
  }
  const Continuations continuations = {&(*tables)[0], &(*tables)[1], &(*tables)[2], &(*tables)[3]};
  for (const Position& position : test::RandomPositions(500, 17)) {
    const eval::AttackSummary attacks = eval::FindAttacks(position);
    board::MoveList moves;
    board::Generate<board::GenerationKind::kQuiet>(position, moves);
    for (const Move move : moves) {
      const PieceTo moved{position.MovedPiece(move), move.to()};
      histories->Butterfly(position.side_to_move(), move, attacks.enemy_all).Set(random());
      histories->Pawn(position, moved).Set(random());
    }
    const QuietScorer scorer(position, *histories, attacks, continuations);
    for (const Move move : moves) {
      QuietScorer::Scores scores;
      int score = 0;
      if (TypeOf(position.MovedPiece(move)) == PieceType::kPawn) {
        scorer.ScorePawns(scores);
        score = scores[move.to()] + scorer.PawnExtra(move.from(), move.to());
      } else {
        scorer.ScorePiece(move.from(), scores);
        score = scores[move.to()];
      }
      ASSERT_EQ(score, SlowScore(position, *histories, attacks, continuations, move))
          << position.Fen() << ' ' << move.bits();
    }
  }
}

// A check that costs nothing comes before other moves, one that loses the checker does not.
TEST(QuietScorerTest, RewardsChecksThatLoseNothing) {
  const Position position = test::PositionFrom("4k3/8/3p4/8/8/8/8/R3K3 w - - 0 1");
  const auto histories = std::make_unique<Histories>();
  histories->Clear();
  ContinuationTable& none = histories->Continuation(false, false, PieceTo{});
  const eval::AttackSummary attacks = eval::FindAttacks(position);
  const QuietScorer scorer(position, *histories, attacks, {&none, &none, &none, &none});
  EXPECT_GT(scorer.CheckExtra(Square::kA1, Square::kA8), 0);
  EXPECT_EQ(scorer.CheckExtra(Square::kA1, Square::kE5), 0);
}

}  // namespace
}  // namespace notochord::search
