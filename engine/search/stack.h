// What the search knows about each ply of the line it is in.
#pragma once

#include <array>
#include <cstddef>

#include "engine/base/static_vector.h"
#include "engine/base/value.h"
#include "engine/board/move.h"
#include "engine/search/history.h"

namespace notochord::search {

using Line = StaticVector<board::Move, kMaxPly>;

struct StackEntry {
  board::Move move;                           // made at this ply; none for a null move
  board::Move excluded;                       // left out while testing whether it is singular
  board::Move killer;                         // quiet move that refuted a sister node
  PieceTo moved;                              // piece and target of `move`
  ContinuationTable* continuation = nullptr;  // histories of replies to `move`
  CorrectionTable* continuation_correction = nullptr;  // the same for evaluation errors
  int static_eval = kNoScore;                          // corrected; kNoScore in check
  int positional = kNoScore;    // what the evaluation saw beyond material, here or on the way here
  board::Bitboard threats = 0;  // squares the opponent attacks, where looked up
  int move_number = 0;          // of `move`, from 1
  int reduction = 0;            // applied to `move`, in plies
  int cutoffs = 0;              // beta cutoffs among the children of this ply
  int double_extensions = 0;    // on the way from the root
  bool in_check = false;
  bool quiet = false;  // `move` is neither capture nor promotion
  bool tt_pv = false;  // this node is or was on a principal variation
};

// Entries before the root are read (two, four, six plies back) but never written.
class Stack {
 public:
  static constexpr int kBefore = 8;

  StackEntry& operator[](int ply) {
    return entries_[static_cast<std::size_t>(std::ptrdiff_t{ply} + kBefore)];
  }
  Line& pv(int ply) { return lines_[static_cast<std::size_t>(ply)]; }

  // The histories of replies to the last moves before this ply.
  Continuations ContinuationsAt(int ply) {
    Continuations tables{};
    for (std::size_t i = 0; i < tables.size(); ++i) {
      tables[i] = (*this)[ply - kContinuationPlies[i]].continuation;
    }
    return tables;
  }
  void UpdateContinuations(int ply, PieceTo moved, int bonus) {
    for (const int back : kContinuationPlies) {
      // Only the last moves are answers when in check.
      if ((*this)[ply].in_check && back > 2) break;
      StackEntry& before = (*this)[ply - back];
      if (before.move) (*before.continuation)[moved.piece][moved.to].Update(bonus);
    }
  }

  // The line of this ply is now the move and what follows it.
  void UpdatePv(int ply, board::Move move) {
    Line& line = pv(ply);
    line.clear();
    line.push_back(move);
    for (const board::Move next : pv(ply + 1)) {
      if (line.size() < line.capacity()) line.push_back(next);
    }
  }

 private:
  // How many plies back the moves lie whose replies are remembered.
  static constexpr std::array<int, 4> kContinuationPlies = {1, 2, 4, 6};

  std::array<StackEntry, kMaxPly + kBefore + 4> entries_;
  std::array<Line, kMaxPly + 2> lines_;
};

}  // namespace notochord::search
