// A position as plain data, as a FEN describes it: what the parser fills, what a position is
// checked and built from, and what mirrors and compact formats work on.
#pragma once

#include <array>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/base/types.h"
#include "engine/board/castling.h"

namespace notochord::board {

// Where the move counters stop: far above any game that is not drawn long before.
inline constexpr int kMaxRule50 = 1000;
inline constexpr int kMaxFullMove = 100000;

struct Setup {
  PerSquare<Piece> board;
  Color side_to_move = Color::kWhite;
  // [CastlingIndex] where the rook of each right stands; kNone: no such right.
  std::array<Square, 4> castling_rooks;
  Square en_passant = Square::kNone;
  int rule50 = 0;
  int full_move = 1;

  Setup() {
    board.values.fill(Piece::kNone);
    castling_rooks.fill(Square::kNone);
  }
  friend bool operator==(const Setup&, const Setup&) = default;
};

// Reads FEN, X-FEN and Shredder-FEN. The castling, en passant and counter fields may be missing
// (as in EPD). Checks the syntax only; Position::FromSetup checks the sense.
absl::StatusOr<Setup> ParseFen(absl::string_view fen);

// Refuses, with a message for people, what no game of chess or Chess960 can reach or what a
// position could not represent.
absl::Status Validate(const Setup& setup);

// X-FEN: castling letters are KQkq where the rook is the outermost one, its file otherwise.
std::string ToFen(const Setup& setup);

// The same position with the colours changed over and the board turned upside down.
Setup FlipColors(const Setup& setup);
// The same position seen in a mirror, the a-file on the right.
Setup MirrorFiles(const Setup& setup);

}  // namespace notochord::board
