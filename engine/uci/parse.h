// UCI commands as structures. Whatever is wrong in a command comes back as messages for people;
// what is right in it stands.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/board/position.h"
#include "engine/search/limits.h"

namespace notochord::uci {

// Takes the first word off a line; empty where there is none.
absl::string_view NextWord(absl::string_view& text);

struct GoCommand {
  search::Limits limits;
  bool is_perft = false;  // count moves instead of searching
  int perft = 0;          // to this depth; 0 where it was wrong
  bool parallel = false;  // on all cores
  std::vector<std::string> problems;
};

// The arguments of `go`. `position` gives meaning to searchmoves. A limit of zero or less is the
// smallest that there is; a bare `go` is infinite.
GoCommand ParseGo(const board::Position& position, absl::string_view arguments);

struct PositionCommand {
  board::Position position;
  std::string problem;  // with the moves; those before the first bad one are played
};

// The arguments of `position`. An error where there is no position at all.
absl::StatusOr<PositionCommand> ParsePosition(absl::string_view arguments);

struct SetOptionCommand {
  std::string name;
  std::string value;
};

// The arguments of `setoption`: name and value may hold spaces.
absl::StatusOr<SetOptionCommand> ParseSetOption(absl::string_view arguments);

}  // namespace notochord::uci
