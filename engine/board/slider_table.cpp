#include "engine/board/slider_table.h"

#include <array>

#include "engine/base/rng.h"

namespace notochord::board {
namespace {

struct Step {
  int file;
  int rank;
};

constexpr std::array<Step, 4> kBishopSteps = {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
constexpr std::array<Step, 4> kRookSteps = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};

// The squares whose occupancy can change the attacks: the rays without their last squares.
Bitboard RelevantOccupancy(PieceType slider, Square s) {
  const Bitboard edges = ((kRank1 | kRank8) & ~RankMask(s)) | ((kFileA | kFileH) & ~FileMask(s));
  return SlowSliderAttacks(slider, s, kEmpty) & ~edges;
}

// The next subset of `mask` after `subset`, the empty set after the last one.
constexpr Bitboard NextSubset(Bitboard subset, Bitboard mask) { return (subset - mask) & mask; }

// Finds a multiplier that maps all occupancies of `index.mask` to slots without a conflict.
// `attacks` is filled on the way.
void FindMagic(PieceType slider, Square s, MagicIndex& index, Bitboard* attacks) {
  const auto size = std::size_t{1} << PopCount(index.mask);
  std::vector<Bitboard> occupancies;
  std::vector<Bitboard> references;
  occupancies.reserve(size);
  references.reserve(size);
  Bitboard subset = 0;
  do {
    occupancies.push_back(subset);
    references.push_back(SlowSliderAttacks(slider, s, subset));
    subset = NextSubset(subset, index.mask);
  } while (subset != 0);

  std::vector<int> last_try(size, 0);
  Rng rng(Index(s) + 64 * Index(slider));
  for (int attempt = 1;; ++attempt) {
    index.magic = rng.Next() & rng.Next() & rng.Next();
    if (PopCount((index.mask * index.magic) >> 56) < 6) continue;
    std::size_t i = 0;
    for (; i < size; ++i) {
      const std::size_t slot = index(occupancies[i]);
      if (last_try[slot] < attempt) {
        last_try[slot] = attempt;
        attacks[slot] = references[i];
      } else if (attacks[slot] != references[i]) {
        break;
      }
    }
    if (i == size) return;
  }
}

void FillIndex(PieceType slider, Square s, MagicIndex& index, Bitboard* attacks) {
  index.shift = 64 - static_cast<unsigned>(PopCount(index.mask));
  FindMagic(slider, s, index, attacks);
}

#if defined(__BMI2__)
void FillIndex(PieceType slider, Square s, PextIndex& index, Bitboard* attacks) {
  Bitboard subset = 0;
  do {
    attacks[index(subset)] = SlowSliderAttacks(slider, s, subset);
    subset = NextSubset(subset, index.mask);
  } while (subset != 0);
}
#endif

}  // namespace

Bitboard SlowSliderAttacks(PieceType slider, Square s, Bitboard occupied) {
  Bitboard attacks = 0;
  for (const Step step : slider == PieceType::kBishop ? kBishopSteps : kRookSteps) {
    for (int n = 1; n < 8; ++n) {
      const Bitboard target = StepFrom(s, n * step.file, n * step.rank);
      attacks |= target;
      if (target == 0 || (target & occupied) != 0) break;
    }
  }
  return attacks;
}

template <typename SquareIndex>
SliderTable<SquareIndex>::SliderTable(PieceType slider) {
  std::size_t size = 0;
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    size += std::size_t{1} << PopCount(RelevantOccupancy(slider, s));
  }
  storage_.resize(size);
  Bitboard* attacks = storage_.data();
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    Entry& e = entries_[s];
    e.index.mask = RelevantOccupancy(slider, s);
    e.attacks = attacks;
    FillIndex(slider, s, e.index, attacks);
    attacks += std::size_t{1} << PopCount(e.index.mask);
  }
}

template class SliderTable<MagicIndex>;
#if defined(__BMI2__)
template class SliderTable<PextIndex>;
#endif

}  // namespace notochord::board
