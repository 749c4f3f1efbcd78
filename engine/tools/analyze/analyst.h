// Searches one position after the other, each from nothing: what it finds depends on the position
// and the settings alone, unless the clock decides.
//
// Threading: an analyst belongs to one thread; others may set the stop flag.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/board/move.h"
#include "engine/board/position.h"
#include "engine/search/worker.h"
#include "engine/tt/transposition_table.h"

namespace notochord::analyze {

// Limits of 0 are none; at least one is needed.
struct SearchSettings {
  int depth = 0;
  std::uint64_t nodes = 0;
  std::chrono::milliseconds move_time{0};
  std::size_t multi_pv = 1;
  std::size_t hash_mebibytes = 16;
};

// "depth=12 hash=16": what results depend on.
std::string Describe(const SearchSettings& settings);

struct Line {
  int score = 0;                // for the side to move
  std::vector<board::Move> pv;  // legal to its end
};

// What the last finished iteration found; at depth 0 what the first one did before a limit came.
struct Analysis {
  std::vector<Line> lines;  // best first; none where there is no legal move
  int depth = 0;
  std::uint64_t nodes = 0;
  int score = 0;  // of the best line, or of the end of the game

  // Null where there is none.
  board::Move best() const { return lines.empty() ? board::Move() : lines[0].pv[0]; }
};

class Analyst {
 public:
  static absl::StatusOr<std::unique_ptr<Analyst>> Create(const SearchSettings& settings,
                                                         const std::atomic<bool>& stop);

  // kCancelled once the stop flag is set.
  absl::StatusOr<Analysis> Search(const board::Position& position);

 private:
  Analyst(const SearchSettings& settings, const std::atomic<bool>& stop)
      : settings_(settings), stop_(stop) {}

  const SearchSettings settings_;
  const std::atomic<bool>& stop_;
  tt::TranspositionTable table_;
  std::unique_ptr<search::Worker> worker_;
};

}  // namespace notochord::analyze
