// The moves of a node with their scores, handed out best first. Nothing is sorted or moved: what
// comes next is the greatest that is less than the one before, found in vectors, without a branch
// that depends on the scores.
#pragma once

#include <array>
#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "engine/base/lanes.h"
#include "engine/board/move.h"

namespace notochord::search {

// Both in one word, the score above: written and compared in one piece. No two moves are equal.
class ScoredMove {
 public:
  constexpr ScoredMove(board::Move move, int score)
      : word_(std::int64_t{score} * (1 << 16) + move.bits()) {}
  // Less than all moves.
  static constexpr ScoredMove None() { return ScoredMove(kLeast); }

  board::Move move() const { return board::Move::FromBits(static_cast<std::uint16_t>(word_)); }
  int score() const { return static_cast<int>(word_ >> 16); }
  explicit operator bool() const { return word_ != kLeast; }
  friend auto operator<=>(ScoredMove, ScoredMove) = default;

 private:
  friend class ScoredMoves;
  // Its lower bits are those of the null move.
  static constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr explicit ScoredMove(std::int64_t word) : word_(word) {}

  std::int64_t word_;
};

class ScoredMoves {
 public:
  static constexpr std::size_t kCapacity = board::MoveList::capacity();

  // User-provided: the words stay uninitialised.
  ScoredMoves() {}  // NOLINT(modernize-use-equals-default)

  void Clear() {
    size_ = 0;
    best_ = second_ = ScoredMove::kLeast;
  }
  void Add(board::Move move, int score) {
    assert(size_ < kCapacity);
    const std::int64_t word = ScoredMove(move, score).word_;
    words_[size_++] = word;
    const std::int64_t lesser = word > best_ ? best_ : word;
    best_ = word > best_ ? word : best_;
    second_ = lesser > second_ ? lesser : second_;
  }

  // The greatest, or None.
  ScoredMove Best() const { return ScoredMove(best_); }
  // The greatest of those less than `last`, or None. Seal comes first. After the best it is known
  // without a look at the list, whose words have hardly been written.
  ScoredMove After(ScoredMove last) const {
    if (last == Best()) return ScoredMove(second_);
    const Lanes none = Words::All(ScoredMove::kLeast);
    Lanes best = none;
    for (std::size_t i = 0; i < size_; i += Words::kLanes) {
      const Lanes lanes = Words::Load(&words_[i]);
      best = Words::Greater(best, lanes < last.word_ ? lanes : none);
    }
    return ScoredMove(Words::Greatest(best));
  }
  // All moves are in: fills the rest of the last lanes.
  void Seal() { Words::Store(Words::All(ScoredMove::kLeast), &words_[size_]); }

  std::size_t size() const { return size_; }
  // In the order in which they were added.
  ScoredMove operator[](std::size_t i) const { return ScoredMove(words_[i]); }

 private:
  using Words = Vector<std::int64_t>;
  using Lanes = Words::Lanes;

  std::size_t size_ = 0;
  std::int64_t best_ = ScoredMove::kLeast;
  std::int64_t second_ = ScoredMove::kLeast;
  std::array<std::int64_t, kCapacity + Words::kLanes> words_;
};

}  // namespace notochord::search
