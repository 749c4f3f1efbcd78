#include "engine/board/slider_table.h"

#include <array>
#include <cassert>
#include <cstdint>

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

// [bishop, rook][square] seeds whose first number is a good multiplier. Any others serve as well,
// but the search for a multiplier would then take longer than all else that the engine does to
// start.
constexpr std::array<std::array<std::uint32_t, kSquareCount>, 2> kMagicSeeds = {
    {{5749, 42,   15,    392,   101,   412,  856,   12128, 2718,  622,   889,   1950, 661,
      1896, 117,  1416,  2183,  1676,  5619, 11906, 1751,  1695,  1416,  254,   1483, 1483,
      3377, 1758, 20373, 14051, 1601,  145,  3162,  2293,  15738, 30098, 29380, 1399, 1399,
      2652, 968,  178,   1997,  3619,  418,  195,   1089,  622,   856,   479,   284,  429,
      207,  42,   42,    42,    12128, 1416, 675,   834,   53,    1896,  2718,  5749},
     {50641, 26359, 158776, 20875, 267472, 24319,  5698,  26827, 2004,   11346, 1036,  43425, 7705,
      7768,  7705,  32058,  24950, 4228,   24261,  52117, 71026, 10224,  3533,  23365, 22283, 20073,
      11331, 22278, 7768,   7768,  9683,   24786,  9016,  11346, 34206,  32527, 25225, 60602, 20727,
      31924, 7232,  81484,  53544, 22278,  109384, 37683, 7705,  16426,  467,   467,   1036,  11703,
      4120,  19575, 1102,   4582,  44515,  4466,   20546, 40717, 446646, 4276,  1626,  6028}}};

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
  Rng rng(kMagicSeeds[slider == PieceType::kRook ? 1 : 0][Index(s)]);
  for (int attempt = 1;; ++attempt) {
    assert(attempt == 1 && "kMagicSeeds is out of date");
    index.magic = rng.Next() & rng.Next() & rng.Next();
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
void FillIndex(PieceType slider, Square s, PextIndex& index, PextIndex::Stored* attacks) {
  Bitboard subset = 0;
  do {
    attacks[index(subset)] = index.Pack(SlowSliderAttacks(slider, s, subset));
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
  Stored* attacks = storage_.data();
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    Entry& e = entries_[s];
    e.index.rays = SlowSliderAttacks(slider, s, kEmpty);
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
