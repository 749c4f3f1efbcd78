#include "engine/search/move_picker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "engine/board/movegen.h"
#include "engine/board/see.h"
#include "engine/eval/evaluate.h"
#include "tests/support/positions.h"

namespace notochord::search {
namespace {

using board::Move;
using board::Position;

class MovePickerTest : public ::testing::Test {
 protected:
  MovePickerTest() { histories_->Clear(); }

  // Valid until the next call.
  const PickerContext& Context(const Position& position) {
    attacks_ = evaluator_.Attacks(position);
    ContinuationTable& none = histories_->Continuation(false, false, PieceTo{});
    const Continuations nothing = {&none, &none, &none, &none};
    return context_.emplace(PickerContext{position, *histories_, attacks_, nothing, &table_});
  }
  static std::vector<Move> TakeAll(MovePicker& picker) {
    std::vector<Move> moves;
    for (Move move = picker.Next(); move; move = picker.Next()) moves.push_back(move);
    return moves;
  }
  static std::vector<std::uint16_t> SortedBits(const auto& moves) {
    std::vector<std::uint16_t> bits;
    bits.reserve(moves.size());
    for (const Move move : moves) bits.push_back(move.bits());
    std::sort(bits.begin(), bits.end());
    return bits;
  }

  std::unique_ptr<Histories> histories_ = std::make_unique<Histories>();
  eval::Evaluator evaluator_;
  tt::TranspositionTable table_;
  eval::AttackSummary attacks_;
  std::optional<PickerContext> context_;
};

TEST_F(MovePickerTest, HandsOutEveryLegalMoveOnceWhateverTheHints) {
  Rng rng(7);
  for (const Position& position : test::RandomPositions(2000, 11)) {
    const board::MoveList legal = board::LegalMoves(position);
    const Move tt_move = rng.Below(2) == 0 ? legal[rng.Below(legal.size())] : Move();
    const Move killer = Move::FromBits(static_cast<std::uint16_t>(rng.Next()));
    const Move counter = legal[rng.Below(legal.size())];
    MovePicker picker(Context(position), tt_move, killer, counter);
    const std::vector<Move> moves = TakeAll(picker);
    ASSERT_EQ(SortedBits(moves), SortedBits(legal)) << position.Fen();
    if (tt_move) {
      ASSERT_EQ(moves.front(), tt_move);
    }
  }
}

TEST_F(MovePickerTest, QuiescenceGetsNoisyMovesAndInCheckAll) {
  for (const Position& position : test::RandomPositions(2000, 12)) {
    board::MoveList expected;
    if (position.InCheck()) {
      expected = board::LegalMoves(position);
    } else {
      board::Generate<board::GenerationKind::kNoisy>(position, expected);
    }
    MovePicker picker = MovePicker::ForQuiescence(Context(position), Move(), false);
    ASSERT_EQ(SortedBits(TakeAll(picker)), SortedBits(expected)) << position.Fen();
  }
}

TEST_F(MovePickerTest, QuietChecksComeLast) {
  for (const Position& position : test::RandomPositions(2000, 14)) {
    if (position.InCheck()) continue;
    board::MoveList noisy;
    board::Generate<board::GenerationKind::kNoisy>(position, noisy);
    board::MoveList checks;
    board::Generate<board::GenerationKind::kQuietChecks>(position, checks);
    // A table move comes first, and only once.
    const Move tt_move = checks.empty() ? Move() : checks[0];
    MovePicker picker = MovePicker::ForQuiescence(Context(position), tt_move, true);
    std::vector<Move> moves = TakeAll(picker);
    ASSERT_EQ(moves.size(), noisy.size() + checks.size()) << position.Fen();
    if (tt_move) {
      ASSERT_EQ(moves[0], tt_move);
      std::rotate(moves.begin(), moves.begin() + 1, moves.end());
    }
    const auto middle = moves.begin() + static_cast<std::ptrdiff_t>(noisy.size());
    ASSERT_EQ(SortedBits(std::vector<Move>(moves.begin(), middle)), SortedBits(noisy));
    ASSERT_EQ(SortedBits(std::vector<Move>(middle, moves.end())), SortedBits(checks));
  }
}

// More of them than any game has: captures that have never done well, and promotions to less than a
// queen.
TEST_F(MovePickerTest, HasRoomForAnyNumberOfBadCaptures) {
  const Position position =
      test::PositionFrom("b1n1n1b1/1P1P1P1P/prpqprpR/QpQpQpQp/1RBNBNQ1/8/7K/2k5 w - - 0 1");
  const PickerContext& context = Context(position);
  const board::MoveList legal = board::LegalMoves(position);
  std::size_t noisy = 0;
  for (const Move move : legal) {
    if (!position.IsNoisy(move)) continue;
    ++noisy;
    histories_->Capture({position.MovedPiece(move), move.to()}, position.CapturedType(move))
        .Set(-kHistoryBound);
  }
  ASSERT_GT(noisy, 64U);
  MovePicker picker(context, Move(), Move(), Move());
  EXPECT_EQ(SortedBits(TakeAll(picker)), SortedBits(legal));
}

TEST_F(MovePickerTest, ProbCutGetsCapturesThatWinEnough) {
  for (const Position& position : test::RandomPositions(2000, 13)) {
    if (position.InCheck()) continue;
    std::vector<Move> expected;
    board::MoveList noisy;
    board::Generate<board::GenerationKind::kNoisy>(position, noisy);
    for (const Move move : noisy) {
      if (board::SeeAtLeast(position, move, 100)) expected.push_back(move);
    }
    MovePicker picker = MovePicker::ForProbCut(Context(position), Move(), 100);
    ASSERT_EQ(SortedBits(TakeAll(picker)), SortedBits(expected)) << position.Fen();
  }
}

// Whenever it begins: every capture and every check comes once, and no other quiet move any more.
TEST_F(MovePickerTest, SkippingQuietsLeavesCapturesAndChecks) {
  std::mt19937 random(15);
  for (const Position& position : test::RandomPositions(2000, 14)) {
    const board::MoveList legal = board::LegalMoves(position);
    if (position.InCheck() || legal.empty()) continue;
    const auto any = [&] { return legal[random() % legal.size()]; };
    MovePicker picker(Context(position), any(), any(), any());
    std::vector<Move> moves;
    for (std::size_t left = 1 + random() % legal.size(); left > 0; --left) {
      moves.push_back(picker.Next());
    }
    std::vector<Move> expected = moves;
    for (const Move move : legal) {
      const bool is_new = std::find(moves.begin(), moves.end(), move) == moves.end();
      if (is_new && (position.IsNoisy(move) || position.GivesCheck(move))) expected.push_back(move);
    }
    picker.SkipQuiets();
    const std::vector<Move> rest = TakeAll(picker);
    moves.insert(moves.end(), rest.begin(), rest.end());
    ASSERT_EQ(SortedBits(moves), SortedBits(expected)) << position.Fen();
  }
}

TEST_F(MovePickerTest, OrdersByVictimThenHistory) {
  // The knight can take a queen or a pawn; both are safe.
  const Position position = test::PositionFrom("4k3/8/8/2q5/5p2/3N4/8/4K3 w - -");
  MovePicker captures(Context(position), Move(), Move(), Move());
  EXPECT_EQ(captures.Next(), Move(Square::kD3, Square::kC5));
  EXPECT_EQ(captures.Next(), Move(Square::kD3, Square::kF4));

  const Move favourite(Square::kE1, Square::kF1);
  histories_->Butterfly(Color::kWhite, favourite, attacks_.enemy_all).Update(8000);
  MovePicker again(Context(position), Move(), Move(), Move());
  again.Next();
  again.Next();
  EXPECT_TRUE(again.MaySpareQuiets());
  EXPECT_EQ(again.Next(), favourite);
  EXPECT_FALSE(again.MaySpareQuiets());
}

}  // namespace
}  // namespace notochord::search
