#include "engine/board/see.h"

#include <algorithm>
#include <cassert>

#include "engine/board/attacks.h"
#include "engine/board/bitboard.h"

namespace notochord::board {
namespace {

// There are no more pieces to capture with.
constexpr std::size_t kMaxCaptures = 32;

// The pieces that can still capture on the target square.
class Exchange {
 public:
  // The board after `move`, which is not castling.
  Exchange(const Position& position, Move move) : position_(position), target_(move.to()) {
    occupied_ = position.Pieces() ^ Bit(move.from());
    if (move.IsEnPassant()) {
      occupied_ ^= Bit(target_ - Forward(position.side_to_move()));
    }
    diagonal_ = BishopRays(target_) & position.Pieces(PieceType::kBishop, PieceType::kQueen);
    straight_ = RookRays(target_) & position.Pieces(PieceType::kRook, PieceType::kQueen);
    attackers_ = position.AttackersTo(target_, occupied_) & occupied_;
  }

  // Captures with the least valuable piece of `side`. kNone: there is none that may.
  PieceType Capture(Color side) {
    const Bitboard ours = attackers_ & position_.Pieces(side);
    if (ours == 0) return PieceType::kNone;
    Bitboard candidates = ours;
    PieceType pt = TypeOf(position_.PieceOn(FirstSquare(ours)));
    if (MoreThanOne(ours)) {
      pt = PieceType::kPawn;
      while ((candidates = ours & position_.Pieces(pt)) == 0) {
        pt = static_cast<PieceType>(Index(pt) + 1);
      }
    }
    if (pt == PieceType::kKing) {
      // No need to look through him: an enemy slider behind him would be giving check, and whatever
      // stands in between could not have captured here.
      return (attackers_ & position_.Pieces(~side)) != 0 ? PieceType::kNone : pt;
    }
    const Square from = FirstSquare(candidates);
    occupied_ ^= Bit(from);
    attackers_ ^= Bit(from);
    // What stood behind it joins in.
    if ((LineThrough(target_, from) & (diagonal_ | straight_) & occupied_ & ~attackers_) != 0) {
      attackers_ |= ((BishopAttacks(target_, occupied_) & diagonal_) |
                     (RookAttacks(target_, occupied_) & straight_)) &
                    occupied_;
    }
    return pt;
  }

 private:
  const Position& position_;
  Square target_;
  Bitboard occupied_;
  Bitboard diagonal_;  // sliders of both colours that could reach the target on an empty board
  Bitboard straight_;
  Bitboard attackers_;
};

// What a pawn gains by becoming this piece.
template <typename Values>
int PromotionGain(const Values& values, PieceType pt) {
  return values[pt] - values[PieceType::kPawn];
}

// What the move itself wins, and the piece that then stands on the target square.
struct FirstCapture {
  template <typename Values>
  FirstCapture(const Position& position, Move move, const Values& values)
      : gain(values[position.CapturedType(move)]), at_risk(TypeOf(position.MovedPiece(move))) {
    assert(at_risk != PieceType::kNone);
    if (move.IsPromotion()) {
      at_risk = move.promotion();
      gain += PromotionGain(values, at_risk);
    }
  }

  int gain;
  PieceType at_risk;
};

bool IsLastRank(Square s) { return Contains(kRank1 | kRank8, s); }

template <typename Values>
int ExactSee(const Position& position, Move move, const Values& values) {
  if (move.IsCastling()) return 0;
  auto [gain, at_risk] = FirstCapture(position, move, values);
  // The move is legal: nothing can take the king.
  if (at_risk == PieceType::kKing) return gain;

  const bool promotes = IsLastRank(move.to());
  std::array<int, kMaxCaptures> gains;  // [ply] of the capture alone
  gains[0] = gain;
  std::size_t plies = 1;
  Exchange exchange(position, move);
  for (Color side = ~position.side_to_move();; side = ~side) {
    PieceType capturer = exchange.Capture(side);
    if (capturer == PieceType::kNone) break;
    gain = values[at_risk];
    if (promotes && capturer == PieceType::kPawn) {
      capturer = PieceType::kQueen;
      gain += PromotionGain(values, capturer);
    }
    gains[plies++] = gain;
    at_risk = capturer;
  }
  // Backwards: each side captures only if that gains something; only the first move is forced.
  int best = 0;
  while (--plies > 0) best = std::max(0, gains[plies] - best);
  return gains[0] - best;
}

template <typename Values>
bool IsSeeAtLeast(const Position& position, Move move, int threshold, Bitboard attacked,
                  const Values& values) {
  if (move.IsCastling()) return threshold <= 0;
  auto [gain, at_risk] = FirstCapture(position, move, values);
  // What the side that has just captured can afford to lose from here on.
  int slack = gain - threshold;
  if (slack < 0) return false;
  if (at_risk == PieceType::kKing || !Contains(attacked, move.to())) return true;
  const bool promotes = IsLastRank(move.to());
  const int bonus = promotes ? PromotionGain(values, PieceType::kQueen) : 0;
  if (slack >= values[at_risk] + bonus) return true;
  // A pawn takes back, and what can be had for that is no more than the pawn; if it promotes, both
  // sides win the difference.
  if (slack + values[PieceType::kPawn] < values[at_risk] &&
      (PawnAttacksFrom(position.side_to_move(), move.to()) &
       position.Pieces(~position.side_to_move(), PieceType::kPawn)) != 0) {
    return false;
  }

  // Who captures last in time wins: `ahead` is true while the first side would be content.
  bool ahead = true;
  Exchange exchange(position, move);
  for (Color side = ~position.side_to_move();; side = ~side) {
    PieceType capturer = exchange.Capture(side);
    if (capturer == PieceType::kNone) return ahead;
    int won = values[at_risk];
    if (promotes && capturer == PieceType::kPawn) {
      capturer = PieceType::kQueen;
      won += bonus;
    }
    // To overthrow the result the capture must win more than the slack, by at least one.
    slack = won - slack - 1;
    if (slack < 0) return ahead;
    ahead = !ahead;
    at_risk = capturer;
  }
}

}  // namespace

int See(const Position& position, Move move) { return ExactSee(position, move, TunedSeeValues{}); }

int See(const Position& position, Move move, const SeeValues& values) {
  return ExactSee(position, move, values);
}

bool SeeAtLeast(const Position& position, Move move, int threshold, Bitboard attacked) {
  return IsSeeAtLeast(position, move, threshold, attacked, TunedSeeValues{});
}

bool SeeAtLeast(const Position& position, Move move, int threshold, const SeeValues& values) {
  return IsSeeAtLeast(position, move, threshold, kAllSquares, values);
}

}  // namespace notochord::board
