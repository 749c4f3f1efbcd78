#include "engine/eval/kpk_bitbase.h"

#include <array>

#include "engine/board/bitboard.h"

namespace notochord::eval {
namespace {

using board::Bit;
using board::Bitboard;
using board::Contains;
using board::PopFirst;
using board::Shift;

// The squares next to any square of the set.
constexpr Bitboard Neighbours(Bitboard b) {
  const Bitboard sides = Shift<Direction::kEast>(b) | Shift<Direction::kWest>(b);
  const Bitboard row = b | sides;
  return sides | Shift<Direction::kNorth>(row) | Shift<Direction::kSouth>(row);
}

// Seen with the pawn White's and on files a to d. For each pawn and white king, the set of black
// king squares that are won for White: all of them are settled at once by set algebra, so the whole
// base costs well under a millisecond.
class Bitbase {
 public:
  // From the seventh rank down: a pawn's step leads to a position that is settled already.
  Bitbase() {
    for (const Rank rank : {Rank::k7, Rank::k6, Rank::k5, Rank::k4, Rank::k3, Rank::k2}) {
      for (const File file : {File::kA, File::kB, File::kC, File::kD}) {
        while (Improve(MakeSquare(file, rank))) {
        }
      }
    }
  }

  bool IsWon(bool white_to_move, Square pawn, Square white_king, Square black_king) const {
    const Won& won = won_[Slot(pawn)];
    return Contains((white_to_move ? won.white_moves : won.black_moves)[white_king], black_king);
  }

 private:
  struct Won {
    PerSquare<Bitboard> white_moves{};  // [white king] black king squares
    PerSquare<Bitboard> black_moves{};
  };

  static std::size_t Slot(Square pawn) {
    return Index(FileOf(pawn)) + 4 * (Index(RankOf(pawn)) - 1);
  }

  // Repeats "White can step to a win" and "Black cannot avoid one". False: nothing changed.
  bool Improve(Square pawn) {
    Won& won = won_[Slot(pawn)];
    bool changed = false;
    for (Square king = Square::kA1; king != Square::kNone; ++king) {
      if (king == pawn) continue;
      const Bitboard white = WhiteWins(pawn, king);
      changed |= white != won.white_moves[king];
      won.white_moves[king] = white;
      const Bitboard black = BlackLoses(pawn, king);
      changed |= black != won.black_moves[king];
      won.black_moves[king] = black;
    }
    return changed;
  }

  Bitboard WhiteWins(Square pawn, Square king) const {
    Bitboard won = 0;
    for (Bitboard b = Neighbours(Bit(king)) & ~Bit(pawn); b != 0;) {
      won |= won_[Slot(pawn)].black_moves[PopFirst(b)];
    }
    won |= WonByPush(pawn, king);
    // The kings apart, and Black not in check from the pawn.
    return won & ~(Neighbours(Bit(king)) | Bit(king) | Bit(pawn) |
                   board::PawnAttacks(Color::kWhite, Bit(pawn)));
  }

  // Promotion counts as won where the queen cannot be taken.
  Bitboard WonByPush(Square pawn, Square king) const {
    const Square stop = pawn + Direction::kNorth;
    if (stop == king) return 0;
    if (RankOf(stop) == Rank::k8) {
      const bool guarded = Contains(Neighbours(Bit(king)), stop);
      return ~Bit(stop) & (guarded ? board::kAllSquares : ~Neighbours(Bit(stop)));
    }
    Bitboard won = won_[Slot(stop)].black_moves[king];
    const Square second = stop + Direction::kNorth;
    if (RankOf(pawn) == Rank::k2 && second != king) {
      won |= won_[Slot(second)].black_moves[king];
    }
    return won & ~Bit(stop);
  }

  // Black has a move (else it is stalemate), and none leads to a square that is not lost; taking
  // the pawn leads to one.
  Bitboard BlackLoses(Square pawn, Square king) const {
    const Bitboard free = ~(Neighbours(Bit(king)) | board::PawnAttacks(Color::kWhite, Bit(pawn)));
    const Bitboard escapes = free & ~won_[Slot(pawn)].white_moves[king];
    return Neighbours(free) & ~Neighbours(escapes) &
           ~(Neighbours(Bit(king)) | Bit(king) | Bit(pawn));
  }

  std::array<Won, 24> won_{};  // [Slot] files a to d, ranks 2 to 7
};

const Bitbase kBitbase;

}  // namespace

bool IsKpkWon(Color strong, Square strong_king, Square pawn, Square weak_king, Color side_to_move) {
  const bool mirror = Index(FileOf(pawn)) > Index(File::kD);
  const auto seen = [&](Square s) {
    s = Relative(strong, s);
    return mirror ? FlipFile(s) : s;
  };
  return kBitbase.IsWon(side_to_move == strong, seen(pawn), seen(strong_king), seen(weak_king));
}

}  // namespace notochord::eval
