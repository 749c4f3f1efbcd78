#include "engine/uci/mate_line.h"

#include <algorithm>
#include <cstdlib>

#include "engine/base/value.h"
#include "engine/board/movegen.h"

namespace notochord::uci {
namespace {

using board::Move;
using board::Position;
using Line = std::vector<Move>;

// So many plies before the mate, all moves are tried; earlier, only those that the table has.
constexpr int kProofPlies = 4;

// Finds the moves to a mate in a number of plies. Both searches leave the position as it was, and
// put their moves into `line` where they succeed.
class MateFinder {
 public:
  MateFinder(const Position& position, const tt::TranspositionTable& table, int& budget)
      : position_(position), table_(table), budget_(budget) {}

  Position& position() { return position_; }

  // The side to move mates within `plies`, an odd number.
  bool Attack(int plies, Line& line) {
    const Move known = TableMove();
    if (known && Try(known, plies, line)) return true;
    if (plies > kProofPlies) return false;
    for (const Move move : board::LegalMoves(position_)) {
      if (move == known || (plies == 1 && !position_.GivesCheck(move))) continue;
      if (Try(move, plies, line)) return true;
    }
    return false;
  }

  // The side to move is mated within `plies`, an even number, whatever it does. Far from the mate
  // the table is believed that it is.
  bool Defend(int plies, Line& line) {
    const board::MoveList moves = board::LegalMoves(position_);
    if (moves.size() == 0) {
      line.clear();
      return position_.InCheck();
    }
    if (plies == 0) return false;
    return plies > kProofPlies ? DefendByTable(moves, plies, line)
                               : DefendByProof(moves, plies, line);
  }

 private:
  Move TableMove() const {
    const tt::TranspositionTable::ProbeResult probe = table_.Probe(position_.key());
    const Move move = probe.data.move;
    return probe.hit && move && position_.IsPseudoLegal(move) && position_.IsLegal(move) ? move
                                                                                         : Move();
  }

  // Does the table say that the side to move mates in just so many plies?
  bool IsKnownMate(int plies) const {
    const tt::TranspositionTable::ProbeResult probe = table_.Probe(position_.key());
    return probe.hit && probe.data.score == MateIn(plies) &&
           (probe.data.bound == tt::Bound::kExact || probe.data.bound == tt::Bound::kLower);
  }

  bool Try(Move move, int plies, Line& line) {
    if (--budget_ < 0) return false;
    position_.Make(move);
    const bool mates = Defend(plies - 1, line);
    position_.Unmake(move);
    if (mates) line.insert(line.begin(), move);
    return mates;
  }

  bool DefendByTable(const board::MoveList& moves, int plies, Line& line) {
    for (const Move move : moves) {
      if (--budget_ < 0) return false;
      position_.Make(move);
      const bool found = IsKnownMate(plies - 1) && Attack(plies - 1, line);
      position_.Unmake(move);
      if (!found) continue;
      line.insert(line.begin(), move);
      return true;
    }
    return false;
  }

  // The longest resistance.
  bool DefendByProof(const board::MoveList& moves, int plies, Line& line) {
    Line longest;
    for (const Move move : moves) {
      if (--budget_ < 0) return false;
      Line reply;
      position_.Make(move);
      const bool loses = Attack(plies - 1, reply);
      position_.Unmake(move);
      if (!loses) return false;
      if (reply.size() < longest.size()) continue;
      longest.assign(1, move);
      longest.insert(longest.end(), reply.begin(), reply.end());
    }
    line = std::move(longest);
    return true;
  }

  Position position_;
  const tt::TranspositionTable& table_;
  int& budget_;
};

}  // namespace

void CompleteMateLine(const Position& position, const tt::TranspositionTable& table, int score,
                      int& budget, Line& line) {
  if (!IsMate(score)) return;
  const int missing = kMateScore - std::abs(score) - static_cast<int>(line.size());
  if (missing <= 0 || budget <= 0) return;
  MateFinder finder(position, table, budget);
  for (const Move move : line) finder.position().Make(move);
  Line rest;
  const bool found = missing % 2 == 1 ? finder.Attack(missing, rest) : finder.Defend(missing, rest);
  if (found && static_cast<int>(rest.size()) == missing) {
    line.insert(line.end(), rest.begin(), rest.end());
  }
}

}  // namespace notochord::uci
