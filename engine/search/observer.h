// What a search tells its owner, and what it asks. The search itself neither prints nor looks at a
// clock. All calls come from the searching thread.
#pragma once

#include <cstdint>

#include "engine/search/root_moves.h"

namespace notochord::search {

struct IterationReport {
  int depth;
  std::size_t line;        // index of the line that was just settled (MultiPV), 0-based
  std::size_t lines;       // how many lines are wanted
  bool complete;           // all lines of this depth are settled
  const RootMoves& moves;  // best first; moves[0..line] have this depth's scores
};

class Observer {
 public:
  virtual ~Observer() = default;

  // Called at least every 1024 nodes and after every tablebase probe. True: stop.
  virtual bool ShouldStop() { return false; }
  // A line was settled, or (bounds in the root move) its score left the aspiration window.
  virtual void OnLine(const IterationReport& /*report*/) {}
  // The iteration is over. False: do not start another one.
  virtual bool OnIteration(const IterationReport& /*report*/) { return true; }
  // Another worker has finished an iteration that comes before the one in progress. False: stop
  // searching, that one is the result.
  virtual bool OnOtherIteration(const IterationReport& /*report*/) { return true; }
  // The search turns to a root move; `number` counts from 1.
  virtual void OnRootMove(int /*depth*/, board::Move /*move*/, int /*number*/) {}
};

}  // namespace notochord::search
