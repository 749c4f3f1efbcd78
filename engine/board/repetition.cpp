// Draws by repetition, fifty moves and insufficient material, and the look-ahead for repetitions.
//
// The look-ahead stores the key difference of every reversible move of every piece in a cuckoo hash
// table: two positions that differ by such a key are one move apart.
#include <algorithm>
#include <array>
#include <utility>

#include "engine/board/attacks.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/zobrist.h"

namespace notochord::board {
namespace {

class ReversibleMoves {
 public:
  ReversibleMoves() {
    for (Color c : kColors) {
      for (PieceType pt : {PieceType::kKnight, PieceType::kBishop, PieceType::kRook,
                           PieceType::kQueen, PieceType::kKing}) {
        const Piece piece = MakePiece(c, pt);
        for (Square a = Square::kA1; a != Square::kNone; ++a) {
          for (Bitboard b = EmptyBoardAttacks(pt, a) & ~(Bit(a) - 1); b != 0;) {
            const Square to = PopFirst(b);
            Insert(kZobrist.piece[piece][a] ^ kZobrist.piece[piece][to] ^ kZobrist.black_to_move,
                   Move(a, to));
          }
        }
      }
    }
  }

  // The move behind a key difference; the null move where there is none.
  Move Find(Key difference) const {
    for (const std::size_t slot : {First(difference), Second(difference)}) {
      if (entries_[slot].key == difference) return entries_[slot].move;
    }
    return Move();
  }

 private:
  static constexpr std::size_t kSlots = 8192;
  struct Entry {
    Key key = 0;
    Move move;
  };

  // Built before main like the slider tables, in no given order: these cannot be used here.
  static Bitboard EmptyBoardAttacks(PieceType pt, Square s) {
    if (pt == PieceType::kKnight) return KnightAttacks(s);
    if (pt == PieceType::kKing) return KingAttacks(s);
    Bitboard attacks = 0;
    if (pt != PieceType::kRook) attacks |= SlowSliderAttacks(PieceType::kBishop, s, kEmpty);
    if (pt != PieceType::kBishop) attacks |= SlowSliderAttacks(PieceType::kRook, s, kEmpty);
    return attacks;
  }

  static std::size_t First(Key key) { return key & (kSlots - 1); }
  static std::size_t Second(Key key) { return key >> 16 & (kSlots - 1); }

  void Insert(Key key, Move move) {
    Entry entry{key, move};
    std::size_t slot = First(key);
    for (;;) {
      std::swap(entries_[slot], entry);
      if (!entry.move) return;
      slot = slot == First(entry.key) ? Second(entry.key) : First(entry.key);
    }
  }

  std::array<Entry, kSlots> entries_;
};

const ReversibleMoves kReversibleMoves;

}  // namespace

bool Position::IsInsufficientMaterial() const {
  constexpr int kMostPieces = 4;  // in any of the drawn cases
  if (PopCount(Pieces()) > kMostPieces) return false;
  const Material& m = material();
  if (IsDrawnMaterial(m)) return true;
  // KBvKB, bishops on one colour.
  const Bitboard bishops = Pieces(PieceType::kBishop);
  return Pieces() == (bishops | Pieces(PieceType::kKing)) &&
         m.Count(Color::kWhite, PieceType::kBishop) == 1 &&
         m.Count(Color::kBlack, PieceType::kBishop) == 1 &&
         ((bishops & kLightSquares) == 0 || (bishops & kDarkSquares) == 0);
}

bool Position::IsRepetition(int ply) const {
  const int reach = std::min<int>(state_.rule50, state_.plies_from_null);
  const auto size = static_cast<int>(history_.size());
  int seen = 0;
  for (int back = 4; back <= std::min(reach, size); back += 2) {
    if (history_[static_cast<std::size_t>(size - back)].key != state_.key) continue;
    if (back < ply || ++seen == 2) return true;
  }
  return false;
}

int Position::RepetitionCount() const {
  const int reach = std::min<int>(state_.rule50, state_.plies_from_null);
  const auto size = static_cast<int>(history_.size());
  int seen = 0;
  for (int back = 4; back <= std::min(reach, size); back += 2) {
    seen += history_[static_cast<std::size_t>(size - back)].key == state_.key ? 1 : 0;
  }
  return seen;
}

bool Position::HasRepeated() const {
  const auto size = static_cast<int>(history_.size());
  const int reach =
      std::min({static_cast<int>(state_.rule50), static_cast<int>(state_.plies_from_null), size});
  const auto key_back = [&](int n) {
    return n == 0 ? state_.key : history_[static_cast<std::size_t>(size - n)].key;
  };
  for (int later = 0; later + 4 <= reach; ++later) {
    for (int earlier = later + 4; earlier <= reach; earlier += 2) {
      if (key_back(earlier) == key_back(later)) return true;
    }
  }
  return false;
}

bool Position::HasUpcomingRepetition(int ply) const {
  const auto size = static_cast<int>(history_.size());
  const int reach =
      std::min({static_cast<int>(state_.rule50), static_cast<int>(state_.plies_from_null), size});
  if (reach < 3) return false;
  const auto key_back = [&](int n) { return history_[static_cast<std::size_t>(size - n)].key; };

  const Bitboard occupied = Pieces();
  // What the opponent's moves since then come to. He must have taken them all back, which is
  // seldom: most steps need no look into the table.
  Key theirs = state_.key ^ key_back(1) ^ kZobrist.black_to_move;
  for (int back = 3; back <= reach; back += 2) {
    theirs ^= key_back(back - 1) ^ key_back(back) ^ kZobrist.black_to_move;
    if (theirs != 0) continue;
    const Move move = kReversibleMoves.Find(state_.key ^ key_back(back));
    if (!move || (Between(move.from(), move.to()) & occupied) != 0) continue;
    // The piece stands on either end; it must be ours, for it is our move that repeats.
    const Square stands = IsEmpty(move.from()) ? move.to() : move.from();
    if (!Contains(Pieces(side_), stands)) continue;
    if (back < ply) return true;
    // Before the root one more occurrence is needed.
    for (int older = back + 4; older <= reach; older += 2) {
      if (key_back(older) == key_back(back)) return true;
    }
  }
  return false;
}

bool Position::IsFiftyMoveDraw() const {
  return rule50() >= 100 && (!InCheck() || HasLegalMove(*this));
}

bool Position::IsDrawnByRule() const {
  return IsFiftyMoveDraw() || RepetitionCount() >= 2 || IsInsufficientMaterial();
}

}  // namespace notochord::board
