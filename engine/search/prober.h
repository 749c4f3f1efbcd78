// The search's view of endgame tables: an interface, so that it can be searched without any.
#pragma once

#include <optional>

#include "engine/board/position.h"

namespace notochord::search {

class Prober {
 public:
  virtual ~Prober() = default;

  // Positions with more men than this are not worth asking about. 0: no tables.
  virtual int MaxPieces() const = 0;
  // The least depth at which positions with exactly MaxPieces men are probed.
  virtual int ProbeDepth() const = 0;

  // The side to move wins (1), draws (0) or loses (-1), as the fifty-move setting has it; nothing
  // where the tables do not tell. Called from many threads at once.
  virtual std::optional<int> ProbeWdl(const board::Position& position) const = 0;
};

}  // namespace notochord::search
