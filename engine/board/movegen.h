// Legal move generation: pins, discovered checks by en passant, double checks and castling paths
// are settled while generating, so every generated move may be played. In check only evasions come
// out.
#pragma once

#include "engine/board/move.h"
#include "engine/board/position.h"

namespace notochord::board {

enum class GenerationKind : std::uint8_t {
  kAll,
  kNoisy,        // captures and promotions
  kQuiet,        // all others
  kQuietChecks,  // those of them that give check
};
constexpr bool HasNoisy(GenerationKind kind) {
  return kind == GenerationKind::kAll || kind == GenerationKind::kNoisy;
}
constexpr bool HasQuiet(GenerationKind kind) { return kind != GenerationKind::kNoisy; }

// Appends the legal moves of a kind.
template <GenerationKind Kind>
void Generate(const Position& position, MoveList& list);

MoveList LegalMoves(const Position& position);

// How many legal moves there are; faster than generating them.
std::size_t CountLegalMoves(const Position& position);
bool HasLegalMove(const Position& position);

}  // namespace notochord::board
