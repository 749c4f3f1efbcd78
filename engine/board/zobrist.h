// Random keys whose exclusive-or identifies a position. Constants, the same in every build.
#pragma once

#include <array>

#include "engine/base/rng.h"
#include "engine/base/types.h"

namespace notochord::board {

struct ZobristKeys {
  PerPiece<PerSquare<Key>> piece;          // [piece][square]
  std::array<Key, 16> castling;            // [set of castling rights]
  std::array<Key, kFileCount> en_passant;  // [file of the en passant square]
  Key black_to_move;
};

constexpr ZobristKeys BuildZobristKeys() {
  ZobristKeys keys{};
  Rng rng(0x6E6F746F63686F72ULL);
  for (auto& squares : keys.piece) {
    for (Key& key : squares) key = rng.Next();
  }
  // Single rights are random, sets are the sum of their members: taking rights away one after the
  // other or at once gives the same key.
  for (std::size_t right = 1; right < 16; right *= 2) keys.castling[right] = rng.Next();
  for (std::size_t set = 1; set < 16; ++set) {
    const std::size_t lowest = set & (~set + 1);
    if (set != lowest) keys.castling[set] = keys.castling[lowest] ^ keys.castling[set ^ lowest];
  }
  for (Key& key : keys.en_passant) key = rng.Next();
  keys.black_to_move = rng.Next();
  return keys;
}

inline constexpr ZobristKeys kZobrist = BuildZobristKeys();

}  // namespace notochord::board
