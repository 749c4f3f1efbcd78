// Games in PGN: tags and the moves of the main line. Comments, NAGs, escaped lines and variations
// are skipped. What cannot be read costs its own game only.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "engine/board/move.h"
#include "engine/board/position.h"
#include "engine/tools/analyze/pgn_lexer.h"

namespace notochord::analyze {

struct PgnGame {
  std::vector<std::pair<std::string, std::string>> tags;  // in the file's order
  board::Position start;
  bool chess960 = false;
  std::vector<board::Move> moves;
  std::string result = "*";  // "1-0", "0-1", "1/2-1/2" or "*"
  bool has_end = false;      // the moves end in a result, as they should
  // Why the game is broken, and where. Empty: it is not.
  std::string problem;
  std::size_t problem_line = 0;

  // Null where there is no such tag.
  const std::string* FindTag(absl::string_view name) const;
};

// The text must outlive it.
class PgnReader {
 public:
  explicit PgnReader(absl::string_view text) : lexer_(text), token_(lexer_.Next()) {}

  // False: there are no more games. A broken game comes with its problem.
  bool Next(PgnGame& game);
  // Where the last game ended, in bytes.
  std::size_t offset() const { return offset_; }

 private:
  void ReadTags(PgnGame& game);
  // The moves up to the end of the game, whatever it is.
  void ReadMoves(PgnGame& game);
  void ReadWord(board::Position& position, PgnGame& game);
  void Advance() { token_ = lexer_.Next(); }

  PgnLexer lexer_;
  PgnToken token_;  // the next one
  std::size_t offset_ = 0;
};

}  // namespace notochord::analyze
