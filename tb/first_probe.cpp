#include "tb/first_probe.h"

#include <optional>

#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/board/position.h"
#include "tb/fathom.h"

namespace notochord::tb {
namespace {

using board::Position;
using board::Setup;

constexpr std::uint64_t kSeed = 7;
constexpr int kTries = 20000;
// In many endgames the weaker side loses nearly always: so many tries are made on the whole board.
// In the others kings are lost in corners.
constexpr int kTriesAnywhere = 100;

enum class Region : std::uint8_t { kBoard, kCorner };

// Puts the pieces anywhere; or near a corner, with the king of the side to move in it. None where
// that makes no legal position.
std::optional<Position> RandomPosition(const Signature& signature, Color to_move, Region region,
                                       Rng& rng) {
  const std::size_t width = region == Region::kBoard ? 8 : 3 + rng.Below(2);
  Setup setup;
  setup.side_to_move = to_move;
  for (const Color c : kColors) {
    for (const char letter : signature.sides[Index(c)]) {
      const bool cornered = region == Region::kCorner && c == to_move && letter == 'K';
      const Square square = cornered ? Square::kA1
                                     : MakeSquare(static_cast<File>(rng.Below(width)),
                                                  static_cast<Rank>(rng.Below(width)));
      if (setup.board[square] != Piece::kNone) return std::nullopt;
      setup.board[square] = MakePiece(c, board::PieceTypeFromUpper(letter));
    }
  }
  absl::StatusOr<Position> position = Position::FromSetup(setup);
  if (!position.ok()) return std::nullopt;
  return *std::move(position);
}

bool HasCapture(const Position& position) {
  for (const board::Move move : board::LegalMoves(position)) {
    if (position.IsCapture(move)) return true;
  }
  return false;
}

}  // namespace

// Captures are followed into smaller tables, and a winning one makes the table itself unnecessary:
// only without captures it is sure to be looked at.
bool ProbeFirstWdl(const Signature& signature) {
  Rng rng(kSeed);
  for (int i = 0; i < kTries; ++i) {
    const std::optional<Position> position =
        RandomPosition(signature, Color::kBlack, Region::kBoard, rng);
    if (position && !HasCapture(*position)) return fathom::ProbeWdl(*position).has_value();
  }
  return false;
}

// Draws are known from the WDL table, and so are many wins: a lost position needs the DTZ table.
bool ProbeFirstDtz(const Signature& signature) {
  // A king and a minor piece do not win, so that the table is never looked at.
  if (signature.men() == 3 && board::IsDrawnMaterial(signature.ToMaterial(Color::kWhite))) {
    return true;
  }
  Rng rng(kSeed);
  for (int i = 0; i < kTries; ++i) {
    const Color loser = i % 4 == 3 ? Color::kWhite : Color::kBlack;
    const Region region = i < kTriesAnywhere ? Region::kBoard : Region::kCorner;
    const std::optional<Position> position = RandomPosition(signature, loser, region, rng);
    if (!position) continue;
    const std::optional<Wdl> wdl = fathom::ProbeWdl(*position);
    if (wdl && *wdl < Wdl::kDraw && fathom::ProbeDtz(*position)) return true;
  }
  return false;
}

}  // namespace notochord::tb
