// Positions with results, as text: one a line, `FEN [result] score`, in White's view. The result is
// 1.0, 0.5 or 0.0; the score is a number of centipawns or `none`. Files that end in .xz are read
// through the xz program.
//
// Reading is strict: what is damaged or cut short is refused, with file and line.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace notochord::tune {

inline constexpr std::int16_t kNoLabel = INT16_MIN;

struct Record {
  absl::string_view fen;  // into the dataset's text
  float result = 0;
  std::int16_t score = kNoLabel;
  std::uint16_t file = 0;
  std::uint32_t line = 0;  // counted from 1
};

struct Dataset {
  std::vector<std::string> files;
  std::vector<std::unique_ptr<const std::string>> texts;  // [file]
  std::vector<Record> records;                            // in the order of files and lines

  // Where a record came from, for messages.
  std::string Where(const Record& record) const;
};

// The FEN itself is checked later, when it is set up.
absl::StatusOr<Dataset> LoadDataset(const std::vector<std::string>& files);

}  // namespace notochord::tune
