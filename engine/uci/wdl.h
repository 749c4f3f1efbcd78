// Win, draw and loss chances of a search score, for `UCI_ShowWDL`.
#pragma once

#include <string>

#include "engine/board/position.h"

namespace notochord::uci {

struct WinDrawLoss {
  int win = 0;  // per mille, as are the others; the three add up to 1000
  int draw = 0;
  int loss = 0;

  friend bool operator==(const WinDrawLoss&, const WinDrawLoss&) = default;
};

// For the side to move. Decisive scores are certain.
WinDrawLoss WinDrawLossOf(int score, const board::Position& position);
// "wdl 312 640 48"
std::string FormatWdl(int score, const board::Position& position);

}  // namespace notochord::uci
