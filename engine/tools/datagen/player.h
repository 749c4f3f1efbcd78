// Plays one game against itself after the other, with a worker and a table of its own, and keeps
// the quiet positions. A game depends on its number and the settings alone.
//
// Threading: a player belongs to one thread; others may set the stop flag.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "engine/base/rng.h"
#include "engine/board/position.h"
#include "engine/search/worker.h"
#include "engine/tools/datagen/game_file.h"
#include "engine/tools/datagen/settings.h"
#include "engine/tt/transposition_table.h"

namespace notochord::datagen {

// Decides games whose scores have said enough. Takes one score after the other, in White's view.
class Adjudicator {
 public:
  explicit Adjudicator(const Settings& settings) : settings_(settings) {}

  std::optional<Outcome> Decide(int score, int full_move);

 private:
  const Settings& settings_;
  int white_wins_ = 0;  // plies in a row
  int black_wins_ = 0;
  int draws_ = 0;
};

class Player {
 public:
  // The settings and the flag must outlive it.
  static absl::StatusOr<std::unique_ptr<Player>> Create(const Settings& settings,
                                                        const std::atomic<bool>& stop);

  // kCancelled once the stop flag is set; kNotFound where no opening is balanced.
  absl::StatusOr<Game> Play(std::uint32_t number);

  // An opening whose score is small enough to be played. Fails like Play().
  absl::StatusOr<board::Position> BalancedOpening(Rng& rng);

 private:
  struct Choice {
    board::Move move;
    int score = 0;  // for the side to move
  };

  Player(const Settings& settings, const std::atomic<bool>& stop)
      : settings_(settings), stop_(stop) {}
  // The position must have a legal move.
  Choice Search(const board::Position& position);
  absl::StatusOr<Outcome> PlayOut(board::Position position, Game& game);

  const Settings& settings_;
  const std::atomic<bool>& stop_;
  tt::TranspositionTable table_;
  std::unique_ptr<search::Worker> worker_;
};

}  // namespace notochord::datagen
