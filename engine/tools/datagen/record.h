// One labelled position in 32 bytes. Numbers are little-endian, labels in White's view:
//
//   offset  size
//        0     8  occupied squares, bit 0 is a1
//        8    16  the men on them from a1 to h8, four bits each, the low half of a byte first:
//                 piece type * 2 + colour (0 white pawn to 11 black king), and 12 white, 13 black
//                 for a rook that may castle with its king; unused halves are 0
//       24     1  en passant square, 64 where there is none; bit 7: Black is to move
//       25     1  plies since the last capture or pawn move, at most 255
//       26     2  number of the move, at most 65535
//       28     2  score in centipawns, signed
//       30     1  result of the game: 0 Black won, 1 draw, 2 White won
//       31     1  0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/board/setup.h"

namespace notochord::datagen {

// White's points, doubled.
enum class Outcome : std::uint8_t { kBlackWins, kDraw, kWhiteWins };

struct LabelledPosition {
  board::Setup setup;
  std::int16_t score = 0;  // centipawns, White's view
  Outcome outcome = Outcome::kDraw;

  friend bool operator==(const LabelledPosition&, const LabelledPosition&) = default;
};

inline constexpr std::size_t kRecordSize = 32;
using RecordBytes = std::array<char, kRecordSize>;

// The set-up must be one that Validate accepts.
RecordBytes PackRecord(const LabelledPosition& position);
// Takes exactly kRecordSize bytes. Refuses what stands for nothing; whether the set-up makes sense,
// Validate tells.
absl::StatusOr<LabelledPosition> UnpackRecord(absl::string_view bytes);

// The outcome is the last thing of a game to be known.
void SetOutcome(Outcome outcome, RecordBytes& record);

}  // namespace notochord::datagen
