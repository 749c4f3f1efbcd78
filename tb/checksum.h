// The checksum at the end of every Syzygy file: 16 bytes over all that comes before. Chunks of
// 16 MiB are hashed by CityHashCrc256, and their hashes by CityHash128 (Google's CityHash 1.0).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace notochord::tb {

inline constexpr std::size_t kChecksumSize = 16;
// Larger files are not read as a whole: it would take minutes.
inline constexpr std::size_t kMaxChecksummedSize = std::size_t{64} << 20;

// Does a file end in the checksum of what it holds? At most kMaxChecksummedSize bytes.
bool HasRightChecksum(std::span<const std::uint8_t> file);

}  // namespace notochord::tb
