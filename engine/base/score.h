// A middlegame and an endgame value in one 32-bit word: both are added, subtracted and scaled in
// one instruction. The endgame half is the upper one.
#pragma once

#include <cstdint>

namespace notochord {

class Score {
 public:
  constexpr Score() = default;
  constexpr Score(int mg, int eg)
      : packed_(static_cast<std::int32_t>((static_cast<std::uint32_t>(eg) << 16) +
                                          static_cast<std::uint32_t>(mg))) {}

  constexpr int mg() const { return static_cast<std::int16_t>(packed_ & 0xFFFF); }
  // The lower half borrowed one from the upper where it is negative: the addend pays it back.
  constexpr int eg() const {
    return static_cast<std::int16_t>((static_cast<std::uint32_t>(packed_) + 0x8000U) >> 16);
  }

  constexpr Score& operator+=(Score o) { return *this = *this + o; }
  constexpr Score& operator-=(Score o) { return *this = *this - o; }
  friend constexpr Score operator+(Score a, Score b) { return Raw(a.Bits() + b.Bits()); }
  friend constexpr Score operator-(Score a, Score b) { return Raw(a.Bits() - b.Bits()); }
  friend constexpr Score operator-(Score a) { return Raw(0U - a.Bits()); }
  friend constexpr Score operator*(Score a, int n) {
    return Raw(a.Bits() * static_cast<std::uint32_t>(n));
  }
  friend constexpr Score operator*(int n, Score a) { return a * n; }
  friend constexpr bool operator==(Score, Score) = default;

 private:
  constexpr std::uint32_t Bits() const { return static_cast<std::uint32_t>(packed_); }
  static constexpr Score Raw(std::uint32_t bits) {
    Score s;
    s.packed_ = static_cast<std::int32_t>(bits);
    return s;
  }

  std::int32_t packed_ = 0;
};

}  // namespace notochord
