// The positions of a run, from EPD or PGN files: a list in the order of the files. Of a game it has
// every position from its beginning to its end, with their history.
//
// Threading: read by many at once after it is loaded.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/board/position.h"
#include "engine/tools/analyze/epd.h"
#include "engine/tools/analyze/pgn.h"

namespace notochord::analyze {

// One position to look at.
struct Item {
  std::string id;
  board::Position position;
  bool chess960 = false;
  const EpdPosition* epd = nullptr;  // where it is one of EPD
  const PgnGame* game = nullptr;     // where it is one of a game
  std::size_t game_number = 0;       // in its file, counted from 1
  std::size_t ply = 0;               // counted from 0
  board::Move played;                // null at the end of the game
};

class Input {
 public:
  // `warn` gets a line for everything that is left out, with file and line. All files must be of
  // one kind.
  static absl::StatusOr<Input> Load(const std::vector<std::string>& files,
                                    absl::FunctionRef<void(absl::string_view)> warn);

  bool is_pgn() const { return is_pgn_; }
  std::size_t size() const { return is_pgn_ ? first_.back() : epd_.size(); }
  Item At(std::size_t index) const;

  // Games that are not broken.
  const std::vector<PgnGame>& games() const { return games_; }
  // The index of a game's first position; that of no game is the end.
  std::size_t FirstOf(std::size_t game) const { return first_[game]; }
  // Which game a position is of.
  std::size_t GameOf(std::size_t index) const;

 private:
  struct Origin {
    std::string file;  // its name, without folders
    std::size_t number;
  };
  using Warn = absl::FunctionRef<void(absl::string_view)>;

  void AddEpd(const std::string& file, absl::string_view text, Warn warn);
  void AddPgn(const std::string& file, absl::string_view text, Warn warn);

  bool is_pgn_ = false;
  std::vector<EpdPosition> epd_;
  std::vector<PgnGame> games_;
  std::vector<Origin> origins_;        // [game]
  std::vector<std::size_t> first_{0};  // [game], and the end
};

}  // namespace notochord::analyze
