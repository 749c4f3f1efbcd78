// Games with endgame tables, played by a search pool against itself or against perfect play.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/board/position.h"
#include "engine/search/syzygy_prober.h"
#include "engine/tt/transposition_table.h"
#include "tb/syzygy.h"
#include "threads/search_pool.h"

namespace notochord::test {

struct PlayerConfig {
  std::size_t threads = 1;
  std::size_t lines = 1;
  std::uint64_t nodes = 200;  // for each move
};

class TablebasePlayer {
 public:
  // The tables of the test data.
  explicit TablebasePlayer(const PlayerConfig& config);

  tb::Syzygy& tables() { return tables_; }
  search::SyzygyProber& prober() { return prober_; }

  // The engine's move, with all that it said about it.
  search::RootMove Choose(const board::Position& position,
                          const std::vector<board::Move>& only = {});
  // The move of somebody who knows the tables by heart: wins fast, loses slowly, and keeps draws.
  board::Move ChoosePerfectly(const board::Position& position) const;

 private:
  const PlayerConfig config_;
  tb::Syzygy tables_;
  search::SyzygyProber prober_{tables_};
  tt::TranspositionTable table_;
  threads::SearchPool pool_{table_, &prober_};
};

// `count` random positions of four men that have this value, all tables in turn.
std::vector<board::Position> RandomTablePositions(const tb::Syzygy& tables, tb::Wdl value,
                                                  std::size_t count, std::uint64_t seed);

enum class Opponent { kItself, kPerfect };

// Plays a game to its end. 1: the side to move has won, -1: it has lost, 0: it is a draw by any
// rule.
int PlayOut(TablebasePlayer& player, board::Position position, Opponent opponent);

}  // namespace notochord::test
