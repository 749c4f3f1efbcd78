#include "engine/eval/material_cache.h"

#include <algorithm>

#include "engine/eval/scale.h"

namespace notochord::eval {

using board::Material;

template <Color us, typename Sum>
void AddImbalance(Material material, Sum& sum) {
  constexpr std::size_t kTypes = 5;  // pawn to queen
  const auto count = [&](Color c, std::size_t i) {
    return material.Count(c, static_cast<PieceType>(i));
  };
  for (std::size_t i = 0; i < kTypes; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      // A piece alone is no pair with itself: what it is worth is its value.
      const int others = count(us, j) - (i == j ? 1 : 0);
      sum.Add(kWeights.imbalance_own[i * (i + 1) / 2 + j], count(us, i) * others);
    }
    for (std::size_t j = 0; j < i; ++j) {
      sum.Add(kWeights.imbalance_enemy[i * (i - 1) / 2 + j], count(us, i) * count(~us, j));
    }
  }
}

MaterialEntry AnalyzeMaterial(Material material) {
  MaterialEntry entry;
  entry.material = material.packed();
  PlainSum white;
  PlainSum black;
  AddImbalance<Color::kWhite>(material, white);
  AddImbalance<Color::kBlack>(material, black);
  entry.imbalance = white.total() - black.total();
  const int raw = std::min(material.Phase(), Material::kMaxPhase);
  entry.phase =
      static_cast<std::int16_t>((raw * kFullPhase + Material::kMaxPhase / 2) / Material::kMaxPhase);
  entry.endgame = ClassifyEndgame(material);
  entry.special_scale = HasSpecialScale(material);
  for (Color c : kColors) entry.scale[c] = static_cast<std::uint8_t>(MaterialScale(material, c));
  return entry;
}

template void AddImbalance<Color::kWhite>(Material, PlainSum&);
template void AddImbalance<Color::kBlack>(Material, PlainSum&);
template void AddImbalance<Color::kWhite>(Material, TracingSum&);
template void AddImbalance<Color::kBlack>(Material, TracingSum&);

}  // namespace notochord::eval
