#include "engine/search/position_tables.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "engine/search/quiescence_table.h"

namespace notochord::search {
namespace {

using board::Move;
using tt::Bound;
using tt::TtData;

constexpr Key kSomeKey = 0x123456789ABCDEF0ULL;
// Another position in the same place.
constexpr Key kSamePlace = kSomeKey + (Key{1} << 40);
static_assert(kSomeKey % QuiescenceTable::kEntries == kSamePlace % QuiescenceTable::kEntries);
constexpr int kPly = 7;

const Move kMove(Square::kE2, Square::kE4);

TtData Data(int score, Bound bound = Bound::kLower, int depth = 0) {
  return {.move = kMove, .score = score, .eval = -31, .depth = depth, .bound = bound};
}

// On the heap: it is big for a stack.
class QuiescenceTableTest : public ::testing::Test {
 protected:
  LargeObject<QuiescenceTable> table_;
};

TEST_F(QuiescenceTableTest, KnowsNothingAtFirst) {
  EXPECT_FALSE(table_->Probe(kSomeKey).hit);
  EXPECT_FALSE(table_->Probe(QuiescenceTable::kEntries - 1).hit);
}

TEST_F(QuiescenceTableTest, FindsWhatWasStored) {
  for (const int score : {-kMateScore, -1, 0, 1, kMateScore, kNoScore}) {
    for (const Bound bound : {Bound::kNone, Bound::kUpper, Bound::kLower, Bound::kExact}) {
      const TtData data = {.move = kMove, .score = score, .eval = -score, .bound = bound};
      table_->Store(kSomeKey, data);
      ASSERT_TRUE(table_->Probe(kSomeKey).hit);
      EXPECT_EQ(table_->Probe(kSomeKey).data, data);
    }
  }
}

TEST_F(QuiescenceTableTest, KeepsNeitherDepthNorPvFlag) {
  TtData data = Data(12);
  data.depth = 9;
  data.pv = true;
  table_->Store(kSomeKey, data);
  EXPECT_EQ(table_->Probe(kSomeKey).data, Data(12));
}

TEST_F(QuiescenceTableTest, TheLastComerTakesThePlace) {
  table_->Store(kSomeKey, Data(1));
  EXPECT_FALSE(table_->Probe(kSamePlace).hit);
  table_->Store(kSamePlace, Data(2));
  EXPECT_FALSE(table_->Probe(kSomeKey).hit);
  EXPECT_EQ(table_->Probe(kSamePlace).data, Data(2));
}

TEST_F(QuiescenceTableTest, KeepsTheMoveOfItsOwnPositionOnly) {
  TtData no_move = Data(3);
  no_move.move = Move();
  table_->Store(kSomeKey, Data(1));
  table_->Store(kSomeKey, no_move);
  EXPECT_EQ(table_->Probe(kSomeKey).data, Data(3));
  table_->Store(kSamePlace, no_move);
  EXPECT_EQ(table_->Probe(kSamePlace).data, no_move);
}

TEST_F(QuiescenceTableTest, ClearForgets) {
  table_->Store(kSomeKey, Data(1));
  table_->Clear();
  EXPECT_FALSE(table_->Probe(kSomeKey).hit);
}

class PositionTablesTest : public ::testing::Test {
 protected:
  tt::TranspositionTable shared_;
  PositionTables tables_{shared_};
};

TEST_F(PositionTablesTest, TheMainSearchFindsItsOwnResultFirst) {
  tables_.Store(kSomeKey, kPly, Data(50, Bound::kExact, 5));
  tables_.StoreInQuiescence(kSomeKey, kPly, Data(-20));
  EXPECT_EQ(tables_.Find(kSomeKey, kPly).data, Data(50, Bound::kExact, 5));
  EXPECT_EQ(tables_.FindInQuiescence(kSomeKey, kPly).data, Data(-20));
}

TEST_F(PositionTablesTest, TheMainSearchFindsWhatOnlyQuiescenceKnows) {
  tables_.StoreInQuiescence(kSomeKey, kPly, Data(-20));
  EXPECT_FALSE(shared_.Probe(kSomeKey).hit);
  ASSERT_TRUE(tables_.Find(kSomeKey, kPly).hit);
  EXPECT_EQ(tables_.Find(kSomeKey, kPly).data, Data(-20));
}

TEST_F(PositionTablesTest, QuiescenceFindsResultsOfTheMainSearch) {
  tables_.Store(kSomeKey, kPly, Data(50, Bound::kExact, 5));
  ASSERT_TRUE(tables_.FindInQuiescence(kSomeKey, kPly).hit);
  EXPECT_EQ(tables_.FindInQuiescence(kSomeKey, kPly).data, Data(50, Bound::kExact));
}

TEST_F(PositionTablesTest, AnEvaluationAloneDoesNotPushAResultOut) {
  tables_.StoreInQuiescence(kSomeKey, kPly, Data(-20));
  tables_.Store(kSomeKey, kPly, Data(kNoScore, Bound::kNone, -1));
  EXPECT_EQ(tables_.FindInQuiescence(kSomeKey, kPly).data, Data(-20));
  EXPECT_EQ(tables_.Find(kSomeKey, kPly).data, Data(kNoScore, Bound::kNone, -1));
}

// A mate three plies after the position is one seven plies later at ply 4 than at ply 11.
TEST_F(PositionTablesTest, DecisiveScoresMoveWithTheNode) {
  for (const int score :
       {MateIn(kPly + 3), MatedIn(kPly + 3), kTbWinScore - kPly - 3, -kTbWinScore + kPly + 3}) {
    const int step = score > 0 ? 1 : -1;
    tables_.Store(kSomeKey, kPly, Data(score));
    tables_.StoreInQuiescence(kSamePlace, kPly, Data(score));
    for (const int ply : {0, kPly, 100}) {
      const int expected = score + step * (kPly - ply);
      EXPECT_EQ(tables_.Find(kSomeKey, ply).data.score, expected);
      EXPECT_EQ(tables_.FindInQuiescence(kSamePlace, ply).data.score, expected);
    }
  }
}

TEST_F(PositionTablesTest, OtherScoresStayAsTheyAre) {
  for (const int score : {-kEvalLimit, 0, kEvalLimit, kNoScore}) {
    tables_.Store(kSomeKey, kPly, Data(score));
    EXPECT_EQ(tables_.Find(kSomeKey, 3).data.score, score);
    EXPECT_EQ(tables_.FindInQuiescence(kSomeKey, 3).data.score, score);
  }
}

TEST_F(PositionTablesTest, OnlyTheHashTableIsShared) {
  PositionTables other(shared_);
  tables_.Store(kSomeKey, kPly, Data(50, Bound::kExact, 5));
  tables_.StoreInQuiescence(kSamePlace, kPly, Data(-20));
  EXPECT_TRUE(other.Find(kSomeKey, kPly).hit);
  EXPECT_FALSE(other.FindInQuiescence(kSomeKey, kPly).hit);
  EXPECT_FALSE(other.Find(kSamePlace, kPly).hit);
}

TEST_F(PositionTablesTest, ClearForgetsWhatIsNotShared) {
  tables_.Store(kSomeKey, kPly, Data(50, Bound::kExact, 5));
  tables_.Clear();
  EXPECT_FALSE(tables_.FindInQuiescence(kSomeKey, kPly).hit);
  EXPECT_TRUE(tables_.Find(kSomeKey, kPly).hit);
}

}  // namespace
}  // namespace notochord::search
