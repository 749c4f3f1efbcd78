#include "engine/search/history.h"

#include <gtest/gtest.h>

#include <memory>

#include "engine/base/rng.h"

namespace notochord::search {
namespace {

TEST(HistoryEntryTest, StaysWithinItsBoundWhateverTheBonus) {
  MoveScore entry;
  Rng rng(1);
  for (int i = 0; i < 100000; ++i) {
    const int bonus = static_cast<int>(rng.Below(100000)) - 50000;
    entry.Update(bonus);
    ASSERT_LE(entry, kHistoryBound);
    ASSERT_GE(entry, -kHistoryBound);
  }
}

TEST(HistoryEntryTest, MovesTowardsTheBonusAndForgets) {
  MoveScore entry;
  entry.Update(1000);
  EXPECT_EQ(entry, 1000);
  const int first_gain = entry;
  entry.Update(1000);
  EXPECT_LT(entry - first_gain, first_gain);
  for (int i = 0; i < 200; ++i) entry.Update(2000);
  const int high = entry;
  EXPECT_GT(high, kHistoryBound * 9 / 10);
  entry.Update(-2000);
  EXPECT_LT(entry, high - 2000);
}

TEST(HistoriesTest, ThreatsTellButterflyEntriesApart) {
  const auto histories = std::make_unique<Histories>();
  histories->Clear();
  const board::Move move(Square::kE2, Square::kE4);
  histories->Butterfly(Color::kWhite, move, board::Bit(Square::kE2)).Update(500);
  EXPECT_EQ(histories->Butterfly(Color::kWhite, move, board::Bit(Square::kE2)), 500);
  EXPECT_EQ(histories->Butterfly(Color::kWhite, move, board::Bit(Square::kE4)), 0);
  EXPECT_EQ(histories->Butterfly(Color::kWhite, move, 0), 0);
  EXPECT_EQ(histories->Butterfly(Color::kBlack, move, board::Bit(Square::kE2)), 0);
}

}  // namespace
}  // namespace notochord::search
