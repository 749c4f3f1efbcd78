#include "tb/checksum.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <utility>
#include <vector>

#if defined(__SSE4_2__)
#include <nmmintrin.h>
#endif

namespace notochord::tb {
namespace {

static_assert(std::endian::native == std::endian::little, "the words of a hash are little-endian");

using Bytes = std::span<const std::uint8_t>;
using Hash128 = std::array<std::uint64_t, 2>;
using Hash256 = std::array<std::uint64_t, 4>;

constexpr std::size_t kChunk = std::size_t{1} << 24;
constexpr std::size_t kStride = 40;    // bytes that a step of the 256-bit hash takes in
constexpr std::size_t kMinLong = 240;  // six strides
constexpr std::uint64_t k0 = 0xC3A5C85C97CB3127ULL;
constexpr std::uint64_t k1 = 0xB492B66FBE98F273ULL;
constexpr std::uint64_t k3 = 0xC949D7C7509E6557ULL;

std::uint64_t Fetch(const std::uint8_t* p) {
  std::uint64_t word = 0;
  std::memcpy(&word, p, sizeof(word));
  return word;
}

std::uint64_t ShiftMix(std::uint64_t value) { return value ^ (value >> 47); }

std::uint64_t Mix(std::uint64_t u, std::uint64_t v) {
  constexpr std::uint64_t kMultiplier = 0x9DDFEA08EB382D69ULL;
  const std::uint64_t a = ShiftMix((u ^ v) * kMultiplier);
  return ShiftMix((v ^ a) * kMultiplier) * kMultiplier;
}

#if defined(__SSE4_2__)
std::uint64_t Crc32c(std::uint64_t crc, std::uint64_t word) { return _mm_crc32_u64(crc, word); }
#else
constexpr std::array<std::uint32_t, 256> kCrcTable = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ ((value & 1) != 0 ? 0x82F63B78U : 0U);
    table[i] = value;
  }
  return table;
}();

std::uint64_t Crc32c(std::uint64_t crc, std::uint64_t word) {
  auto value = static_cast<std::uint32_t>(crc);
  for (int byte = 0; byte < 8; ++byte, word >>= 8) {
    value = value >> 8 ^ kCrcTable[(value ^ word) & 0xFF];
  }
  return value;
}
#endif

// CityHashCrc256 for at least kMinLong bytes.
class LongHash {
 public:
  LongHash(Bytes data, std::uint32_t seed) : data_(data), seed_(seed) {}

  Hash256 Run() {
    const std::uint8_t* s = data_.data();
    std::size_t left = data_.size();
    a_ = Fetch(s + 56) + k0;
    b_ = Fetch(s + 96) + k0;
    const std::uint64_t first = c_ = Mix(b_, left);
    const std::uint64_t second = d_ = Fetch(s + 120) * k0 + left;
    e_ = Fetch(s + 184) + seed_;
    crc_ = {seed_, 0, 0, 0, 0};
    t_ = c_ + d_;
    for (std::size_t round = left / kMinLong; round > 0; --round, left -= kMinLong) {
      for (int pair = 0; pair < 3; ++pair, s += 2 * kStride) {
        Step(s, 1, 1);
        Step(s + kStride, k0, 0);
      }
    }
    for (; left >= kStride; left -= kStride, s += kStride) Step(s, k0, 0);
    if (left > 0) Step(s + left - kStride, k0, 0);
    return Finish(first, second);
  }

 private:
  void Step(const std::uint8_t* s, std::uint64_t multiplier, int z) {
    const std::uint64_t old_a = a_;
    a_ = std::rotr(b_, 41 ^ z) * multiplier + Fetch(s);
    b_ = std::rotr(c_, 27 ^ z) * multiplier + Fetch(s + 8);
    c_ = std::rotr(d_, 41 ^ z) * multiplier + Fetch(s + 16);
    d_ = std::rotr(e_, 33 ^ z) * multiplier + Fetch(s + 24);
    e_ = std::rotr(t_, 25 ^ z) * multiplier + Fetch(s + 32);
    t_ = old_a;
    crc_ = {Crc32c(crc_[0], a_), Crc32c(crc_[1], b_), Crc32c(crc_[2], c_), Crc32c(crc_[3], d_),
            Crc32c(crc_[4], e_)};
  }

  Hash256 Finish(std::uint64_t first, std::uint64_t second) {
    auto [f, g, h, i, j] = crc_;
    j += i << 32;
    a_ = Mix(a_, j);
    h += g << 32;
    b_ += h;
    c_ = Mix(c_, f) + i;
    d_ = Mix(d_, e_ + first);
    j += e_;
    i += Mix(h, t_);
    e_ = Mix(a_, d_) + j;
    f = Mix(b_, c_) + a_;
    g = Mix(j, i) + c_;
    Hash256 result;
    result[0] = e_ + f + g + h;
    a_ = ShiftMix((a_ + g) * k0) * k0 + b_;
    result[1] = second + a_ + result[0];
    a_ = ShiftMix(a_ * k0) * k0 + c_;
    result[2] = a_ + result[1];
    a_ = ShiftMix((a_ + e_) * k0) * k0;
    result[3] = a_ + result[2];
    return result;
  }

  const Bytes data_;
  const std::uint32_t seed_;
  std::uint64_t a_ = 0, b_ = 0, c_ = 0, d_ = 0, e_ = 0, t_ = 0;
  std::array<std::uint64_t, 5> crc_{};
};

Hash256 HashChunk(Bytes chunk) {
  if (chunk.size() >= kMinLong) return LongHash(chunk, 0).Run();
  std::array<std::uint8_t, kMinLong> padded{};
  std::copy(chunk.begin(), chunk.end(), padded.begin());
  return LongHash(padded, ~static_cast<std::uint32_t>(chunk.size())).Run();
}

// CityHash128 for 32 to 143 bytes, multiples of 16: the hashes of one to four chunks.
Hash128 HashOfHashes(Bytes data) {
  assert(data.size() >= 32 && data.size() < 144 && data.size() % 16 == 0);
  const std::uint8_t* s = data.data() + 16;
  std::size_t left = data.size() - 16;
  std::uint64_t a = Fetch(data.data()) ^ k3;
  std::uint64_t b = Fetch(data.data() + 8);
  std::uint64_t c = 0;
  std::uint64_t d = 0;
  if (left == 16) {
    const std::uint64_t low = Fetch(s);
    const std::uint64_t high = Fetch(s + 8);
    a = ShiftMix(a * k1) * k1;
    c = b * k1 + (Mix(low, std::rotr(high + left, 16)) ^ high);
    d = ShiftMix(a + low);
  } else {
    c = Mix(Fetch(s + left - 8) + k1, a);
    d = Mix(b + left, c + Fetch(s + left - 16));
    a += d;
    for (left -= 16;; left -= 16, s += 16) {
      a = (a ^ ShiftMix(Fetch(s) * k1) * k1) * k1;
      b ^= a;
      c = (c ^ ShiftMix(Fetch(s + 8) * k1) * k1) * k1;
      d ^= c;
      if (left <= 16) break;
    }
  }
  a = Mix(a, c);
  b = Mix(d, b);
  return {a ^ b, Mix(b, a)};
}

}  // namespace

bool HasRightChecksum(std::span<const std::uint8_t> file) {
  if (file.size() <= kChecksumSize) return false;
  assert(file.size() <= kMaxChecksummedSize);
  const Bytes content = file.first(file.size() - kChecksumSize);
  std::vector<std::uint8_t> hashes;
  for (std::size_t begin = 0; begin < content.size(); begin += kChunk) {
    const Hash256 hash =
        HashChunk(content.subspan(begin, std::min(kChunk, content.size() - begin)));
    const std::size_t old_size = hashes.size();
    hashes.resize(old_size + sizeof(hash));
    std::memcpy(hashes.data() + old_size, hash.data(), sizeof(hash));
  }
  const Hash128 sum = HashOfHashes(hashes);
  return std::memcmp(sum.data(), file.data() + content.size(), kChecksumSize) == 0;
}

}  // namespace notochord::tb
