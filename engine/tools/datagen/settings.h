// What shapes the games of a run. Same settings, same games, on any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/board/setup.h"

namespace notochord::datagen {

struct Settings {
  std::uint64_t seed = 1;
  // An iteration that begins below `nodes` is finished, unless it needs `hard_factor` times that.
  std::uint64_t nodes = 5000;
  std::uint64_t hard_factor = 8;
  std::size_t hash_mebibytes = 16;

  // Openings: so many random plies or one more, from a start position or a line of the book; those
  // with a score beyond max_opening_score are not played.
  int random_plies = 8;
  int max_opening_score = 200;
  bool chess960 = false;
  std::vector<board::Setup> book;  // empty: none
  std::uint32_t book_checksum = 0;

  // A game is won at a score of win_score or more for win_plies in a row.
  int win_score = 1500;
  int win_plies = 4;
  // It is drawn at scores of at most draw_score for draw_plies in a row, from draw_move on.
  int draw_score = 8;
  int draw_plies = 8;
  int draw_move = 40;
};

// For the file's header: two runs whose settings read the same make the same games.
std::string Describe(const Settings& settings);

// Reads a book: one position a line, as EPD or FEN; empty lines and those with # are skipped.
absl::Status LoadBook(const std::string& path, Settings& settings);

}  // namespace notochord::datagen
