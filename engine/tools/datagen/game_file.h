// A file of self-play games: a header, then one block for each game, in the order of the games'
// numbers, which count from 0. Numbers are little-endian, checksums are CRC-32.
//
//   Header, 256 bytes                        Block, 16 + 32 n bytes
//   offset  size                             offset  size
//        0     8  "NTCHGAME"                      0     4  "GAME"
//        8     4  version of the format: 1        4     4  number of the game
//       12     4  size of a record: 32            8     2  n, how many records; may be 0
//       16   236  what the games were made        10     2  checksum of bytes 0 to 9, its low half
//                 with, text, filled with 0      12     4  checksum of the records
//      252     4  checksum of bytes 0 to 251     16  32 n  records, as record.h has them
//
// A block is written in one go, so that an interrupted run leaves whole games and at most the
// beginning of one more, which the next run cuts off. Readers refuse such a file, and a damaged
// one.
//
// Threading: a file has one writer, which locks it; readers may look on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/tools/append_file.h"
#include "engine/tools/datagen/record.h"

namespace notochord::datagen {

inline constexpr std::size_t kMaxSettingsSize = 236;
// The records of a game are counted in 16 bits; no game is that long.
inline constexpr std::size_t kMaxRecords = 65535;

struct Game {
  std::uint32_t number = 0;
  std::vector<RecordBytes> records;
};

// Is this the beginning of a file of games, rather than of text?
bool IsGameFile(absl::string_view bytes);

// Walks through a file that is in memory; the bytes must outlive it.
class GameReader {
 public:
  static absl::StatusOr<GameReader> Open(absl::string_view bytes);

  const std::string& settings() const { return settings_; }
  bool done() const { return offset_ == bytes_.size(); }
  // The records of the next game, one after the other; UnpackRecord accepts each. Not when done().
  // Refuses, with byte and game: kOutOfRange where the file ends within a game, kDataLoss where it
  // is damaged.
  absl::StatusOr<absl::string_view> Next();
  // Where the next game begins.
  std::size_t offset() const { return offset_; }
  // Games and positions read so far.
  std::uint32_t games() const { return games_; }
  std::uint64_t positions() const { return positions_; }

 private:
  GameReader(absl::string_view bytes, std::string settings);
  absl::Status Refuse(absl::StatusCode code, std::size_t byte, absl::string_view what) const;
  absl::Status CheckRecords(absl::string_view records) const;

  absl::string_view bytes_;
  std::string settings_;
  std::size_t offset_;
  std::uint32_t games_ = 0;
  std::uint64_t positions_ = 0;
};

// Appends games to a file that it begins or goes on with.
class GameWriter {
 public:
  // Refuses a file that was made with other settings, is damaged, or is being written to.
  static absl::StatusOr<GameWriter> Open(const std::string& path, const std::string& settings);

  // The game's number must be games().
  absl::Status Append(const Game& game);
  // What the file holds.
  std::uint32_t games() const { return games_; }
  std::uint64_t positions() const { return positions_; }

 private:
  explicit GameWriter(tools::AppendFile file) : file_(std::move(file)) {}
  absl::Status Begin(const std::string& settings);
  absl::Status GoOn(const std::string& settings);

  tools::AppendFile file_;
  std::uint32_t games_ = 0;
  std::uint64_t positions_ = 0;
};

}  // namespace notochord::datagen
