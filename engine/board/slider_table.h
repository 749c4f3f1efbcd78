// Tables of slider attacks, one entry per square and relevant occupancy. They are indexed by PEXT
// where the build has BMI2, by magic multiplication otherwise; both are compiled everywhere their
// instructions exist, and tested. Readers use attacks.h.
#pragma once

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/types.h"
#include "engine/board/bitboard.h"

namespace notochord::board {

// The square so many files and ranks away, as a set; empty off the board.
constexpr Bitboard StepFrom(Square s, int file_step, int rank_step) {
  const int f = static_cast<int>(FileOf(s)) + file_step;
  const int r = static_cast<int>(RankOf(s)) + rank_step;
  return f < 0 || f > 7 || r < 0 || r > 7 ? kEmpty : Bitboard{1} << (8 * r + f);
}

struct MagicIndex {
  using Stored = Bitboard;

  Bitboard rays = 0;  // attacks on an empty board
  Bitboard mask = 0;  // the squares whose occupancy matters
  Bitboard magic = 0;
  unsigned shift = 0;

  std::size_t operator()(Bitboard occupied) const { return ((occupied & mask) * magic) >> shift; }
  static Bitboard Unpack(Stored stored) { return stored; }
};

#if defined(__BMI2__)
// Attacks are stored as the bits of the rays that they have: with a quarter of the size, more of a
// table stays in the caches.
struct PextIndex {
  using Stored = std::uint16_t;

  Bitboard rays = 0;
  Bitboard mask = 0;

  std::size_t operator()(Bitboard occupied) const { return _pext_u64(occupied, mask); }
  Stored Pack(Bitboard attacks) const { return static_cast<Stored>(_pext_u64(attacks, rays)); }
  Bitboard Unpack(Stored stored) const { return _pdep_u64(stored, rays); }
};
#endif

#if defined(__BMI2__) && !defined(NOTOCHORD_NO_PEXT)
using SliderIndex = PextIndex;
#else
using SliderIndex = MagicIndex;
#endif

// The attacks of one slider (bishop or rook) from each square for each relevant occupancy.
template <typename SquareIndex>
class SliderTable {
 public:
  explicit SliderTable(PieceType slider);

  Bitboard operator()(Square s, Bitboard occupied) const {
    const Entry& e = entries_[s];
    return e.index.Unpack(e.attacks[e.index(occupied)]);
  }

 private:
  using Stored = typename SquareIndex::Stored;
  struct Entry {
    SquareIndex index;
    const Stored* attacks = nullptr;
  };

  PerSquare<Entry> entries_;
  std::vector<Stored> storage_;
};

extern template class SliderTable<MagicIndex>;
#if defined(__BMI2__)
extern template class SliderTable<PextIndex>;
#endif

// The attacks of a bishop or rook, square by square along its rays. Slow: for building tables and
// for tests.
Bitboard SlowSliderAttacks(PieceType slider, Square s, Bitboard occupied);

}  // namespace notochord::board
