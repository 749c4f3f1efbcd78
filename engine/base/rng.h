// SplitMix64: a tiny, fast generator with a 64-bit state, usable in constant expressions. For hash
// keys, openings and tests; not for secrets.
#pragma once

#include <cstdint>

namespace notochord {

class Rng {
 public:
  constexpr explicit Rng(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t Next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }

  // Uniform enough for our bounds, which are tiny against 2^64. `bound` must not be 0.
  constexpr std::uint64_t Below(std::uint64_t bound) { return Next() % bound; }

 private:
  std::uint64_t state_;
};

}  // namespace notochord
