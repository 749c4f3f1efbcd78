// Little-endian numbers in byte strings, and a checksum over them: what the data files are made of.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "absl/strings/string_view.h"

namespace notochord::datagen {

template <typename T>
void StoreNumber(T value, char* to) {
  auto bits = static_cast<std::uint64_t>(static_cast<std::make_unsigned_t<T>>(value));
  for (std::size_t i = 0; i < sizeof(T); ++i, bits >>= 8) to[i] = static_cast<char>(bits & 0xFF);
}

template <typename T>
T LoadNumber(const char* from) {
  std::uint64_t bits = 0;
  for (std::size_t i = sizeof(T); i > 0; --i) {
    bits = bits << 8 | static_cast<unsigned char>(from[i - 1]);
  }
  return static_cast<T>(bits);
}

// CRC-32, as in gzip and PNG.
class Checksum {
 public:
  void Add(absl::string_view bytes) {
    for (const char c : bytes) {
      state_ = state_ >> 8 ^ kTable[(state_ ^ static_cast<unsigned char>(c)) & 0xFF];
    }
  }
  std::uint32_t value() const { return ~state_; }

 private:
  static constexpr std::array<std::uint32_t, 256> kTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t crc = i;
      for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1) * 0xEDB88320U;
      table[i] = crc;
    }
    return table;
  }();

  std::uint32_t state_ = 0xFFFFFFFFU;
};

inline std::uint32_t ChecksumOf(absl::string_view bytes) {
  Checksum checksum;
  checksum.Add(bytes);
  return checksum.value();
}

}  // namespace notochord::datagen
