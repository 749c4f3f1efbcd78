// Positions with results: the games of datagen, or text, one position a line, `FEN [result] score`,
// in White's view. The result is 1.0, 0.5, 0.0 or `none`; the score is a number of centipawns or
// `none`; one of them must be there. Files that end in .xz are read through the xz program.
//
// Reading is strict: what is damaged or cut short is refused, with file and line or byte.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/board/position.h"

namespace notochord::tune {

inline constexpr std::int16_t kNoLabel = INT16_MIN;
inline constexpr float kNoResult = -1;

struct Record {
  absl::string_view position;  // into the dataset's text: a FEN, or a record of datagen
  float result = 0;            // or kNoResult
  std::int16_t score = kNoLabel;
  std::uint16_t file = 0;
  bool is_packed = false;
  std::uint32_t line = 0;  // counted from 1; of packed records the number, counted from 0
};

struct Dataset {
  std::vector<std::string> files;
  std::vector<std::unique_ptr<const std::string>> texts;  // [file]
  std::vector<Record> records;                            // in the order of files and lines

  absl::StatusOr<board::Position> PositionOf(const Record& record) const;
  // Where a record came from, for messages.
  std::string Where(const Record& record) const;
};

// The position itself is checked later, when it is set up.
absl::StatusOr<Dataset> LoadDataset(const std::vector<std::string>& files);

}  // namespace notochord::tune
