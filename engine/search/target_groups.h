// Moves that wait to be written down: sets of targets, each with what its moves have in common. All
// are gone through in one loop. A loop for each set would end after another number of moves each
// time, which a processor guesses wrong more often.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>

#include "engine/board/bitboard.h"

namespace notochord::search {

// Room for `kMost` sets that are not empty.
template <typename Common, std::size_t kMost>
class TargetGroups {
 public:
  // User-provided: the groups stay uninitialised.
  TargetGroups() {}  // NOLINT(modernize-use-equals-default)

  void Add(board::Bitboard targets, const Common& common) {
    assert(targets == 0 || size_ < kMost);
    groups_[size_] = {targets, common};
    size_ += targets != 0 ? 1 : 0;
  }
  // Sets that are not empty.
  std::size_t size() const { return size_; }

  // Calls f(common, target) for all targets, in the order in which they were added.
  template <typename F>
  void ForEach(const F& f) {
    groups_[size_].targets = 0;
    const Group* group = groups_.data();
    for (board::Bitboard targets = group->targets; targets != 0;) {
      f(group->common, board::FirstSquare(targets));
      targets &= targets - 1;
      const bool done = targets == 0;
      group += done ? 1 : 0;
      targets |= done ? group->targets : 0;
    }
  }

 private:
  struct Group {
    board::Bitboard targets;
    Common common;
  };

  std::size_t size_ = 0;
  std::array<Group, kMost + 1> groups_;  // the last one ends the loop
};

}  // namespace notochord::search
