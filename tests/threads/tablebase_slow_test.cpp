// The games of tablebase_test.cpp in larger numbers.
#include <gtest/gtest.h>

#include "tests/support/data.h"
#include "tests/support/positions.h"
#include "tests/threads/tablebase_games.h"

namespace notochord::threads {
namespace {

using board::Position;
using tb::Wdl;
using test::Opponent;
using test::PlayerConfig;
using test::TablebasePlayer;

constexpr std::size_t kGames = test::kParanoid ? 50 : 500;

void Play(const PlayerConfig& config, Wdl value, Opponent opponent, int result) {
  TablebasePlayer player(config);
  for (const Position& position : test::RandomTablePositions(player.tables(), value, kGames, 9)) {
    EXPECT_EQ(test::PlayOut(player, position, opponent), result) << position.Fen();
  }
}

TEST(TablebaseSlowTest, WinsAgainstItself) {
  NOTOCHORD_REQUIRE_DATA();
  for (const PlayerConfig& config :
       {PlayerConfig{.nodes = 500}, PlayerConfig{.lines = 3, .nodes = 700},
        PlayerConfig{.threads = 2, .nodes = 700}}) {
    Play(config, Wdl::kWin, Opponent::kItself, 1);
  }
}

TEST(TablebaseSlowTest, WinsAgainstPerfectPlay) {
  NOTOCHORD_REQUIRE_DATA();
  for (const PlayerConfig& config :
       {PlayerConfig{}, PlayerConfig{.lines = 3}, PlayerConfig{.threads = 2}}) {
    Play(config, Wdl::kWin, Opponent::kPerfect, 1);
  }
}

TEST(TablebaseSlowTest, KeepsDrawsAndLosesOnlyWhatIsLost) {
  NOTOCHORD_REQUIRE_DATA();
  for (const PlayerConfig& config :
       {PlayerConfig{}, PlayerConfig{.lines = 3}, PlayerConfig{.threads = 2}}) {
    Play(config, Wdl::kDraw, Opponent::kPerfect, 0);
    Play(config, Wdl::kLoss, Opponent::kPerfect, -1);
  }
}

}  // namespace
}  // namespace notochord::threads
