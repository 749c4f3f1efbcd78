// libFuzzer target: any bytes as a FEN, then as moves of the position it describes. What is
// accepted must be consistent, and must come back from its own FEN and from its moves' names.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "absl/strings/string_view.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/board/position.h"

namespace notochord::board {
namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

void CheckMoves(const Position& position) {
  Position next = position;
  for (const Move move : LegalMoves(position)) {
    Require(ParseUciMove(position, ToUci(move, true)).value() == move);
    Require(ParseSan(position, ToSan(position, move)).value() == move);
    const bool gives_check = position.GivesCheck(move);
    next.Make(move);
    Require(next.IsConsistent() && next.InCheck() == gives_check);
    next.Unmake(move);
    Require(next.state() == position.state());
  }
}

void CheckFen(absl::string_view text) {
  // The text up to the first ';' is a FEN, the rest a move.
  const std::size_t end = text.find(';');
  const absl::StatusOr<Position> position = Position::Parse(text.substr(0, end));
  if (!position.ok()) return Require(!position.status().message().empty());
  Require(position->IsConsistent());
  const absl::StatusOr<Position> again = Position::Parse(position->Fen());
  Require(again.ok() && again->key() == position->key() && again->Fen() == position->Fen());
  CheckMoves(*position);
  if (end == absl::string_view::npos) return;
  for (const absl::StatusOr<Move>& move :
       {ParseUciMove(*position, text.substr(end + 1)), ParseSan(*position, text.substr(end + 1))}) {
    Require(!move.ok() || (position->IsPseudoLegal(*move) && position->IsLegal(*move)));
  }
}

}  // namespace
}  // namespace notochord::board

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  notochord::board::CheckFen(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
