// Vectors of integers as wide as the target CPU has registers for, in plain C++ with the vector
// types of GCC and Clang: +, >>, <, ?: and the like work lane by lane. Wider ones would compile
// too, but into code that takes them apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#if defined(__AVX512BW__)
#include <immintrin.h>
#endif

namespace notochord {

#if defined(__AVX512BW__)
inline constexpr std::size_t kVectorBytes = 64;
#elif defined(__AVX2__)
inline constexpr std::size_t kVectorBytes = 32;
#else
inline constexpr std::size_t kVectorBytes = 16;
#endif

template <typename T>
struct Vector {
  using Lanes __attribute__((vector_size(kVectorBytes))) = T;
  static constexpr std::size_t kLanes = kVectorBytes / sizeof(T);

  // From and to memory of any alignment.
  static Lanes Load(const void* from) {
    Lanes lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
  }
  static void Store(const Lanes& lanes, void* to) { std::memcpy(to, &lanes, sizeof lanes); }
  static Lanes All(T value) { return Lanes{} + value; }

  static Lanes Greater(const Lanes& a, const Lanes& b) { return a > b ? a : b; }
  // The greatest of all lanes.
  static T Greatest(Lanes lanes) {
    return Fold<kLanes / 2>(lanes, std::make_index_sequence<kLanes>());
  }

 private:
  template <std::size_t kStep, std::size_t... i>
  static T Fold(Lanes lanes, std::index_sequence<i...> all) {
    lanes = Greater(lanes, __builtin_shufflevector(lanes, lanes, (i ^ kStep)...));
    if constexpr (kStep == 1) {
      return lanes[0];
    } else {
      return Fold<kStep / 2>(lanes, all);
    }
  }
};

// [lane] all ones where the bit of that number is set, else 0.
inline Vector<std::int16_t>::Lanes LanesOfBits(std::uint64_t bits) {
#if defined(__AVX512BW__)
  return reinterpret_cast<Vector<std::int16_t>::Lanes>(
      _mm512_movm_epi16(static_cast<__mmask32>(bits)));
#else
  using Shorts = Vector<std::int16_t>;
  static_assert(Shorts::kLanes <= 16);
  Shorts::Lanes bit_of_lane;
  for (std::size_t i = 0; i < Shorts::kLanes; ++i) {
    bit_of_lane[i] = static_cast<std::int16_t>(1U << i);
  }
  return (Shorts::All(static_cast<std::int16_t>(bits)) & bit_of_lane) == bit_of_lane;
#endif
}

}  // namespace notochord
