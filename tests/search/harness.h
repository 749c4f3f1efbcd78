// A worker with a table of its own, for tests: one call, one search, always from the same state.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/strings/string_view.h"
#include "engine/search/worker.h"

namespace notochord::test {

struct Budget {
  int depth = 0;            // 0: no limit
  std::uint64_t nodes = 0;  // 0: no limit
  std::size_t multi_pv = 1;
  std::vector<board::Move> only = {};  // empty: all moves
  int mate = 0;                        // stop once a mate in this many moves is found
  bool full_width = false;
};

class SearchHarness {
 public:
  SearchHarness();

  // Forgets all and searches.
  search::Result Search(const board::Position& position, const Budget& budget);
  search::Result Search(absl::string_view fen, const Budget& budget);
  std::uint64_t nodes() const { return worker_->nodes(); }

 private:
  tt::TranspositionTable table_;
  std::atomic<bool> stop_{false};
  std::unique_ptr<search::Worker> worker_;
};

// The score of a mate in `moves` moves of the side to move (negative: of the other side).
int MateInMoves(int moves);

// Does every move of the line follow legally, and does the line end with the game at the latest?
bool IsPlayable(board::Position position, const std::vector<board::Move>& line);

}  // namespace notochord::test
