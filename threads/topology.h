// The machine's NUMA nodes and which worker belongs on which of them. A node's arena pins the
// threads that enter it; memory that they touch first is then local to them.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"

namespace notochord::threads {

struct NumaNode {
  int id;       // as oneTBB numbers it
  int threads;  // that it runs at the same time
};

// The nodes of this machine; one where it has only one or cannot tell.
std::vector<NumaNode> MachineNodes();

// [worker] index into `nodes`, or nothing where the worker may run anywhere. Workers are spread in
// proportion to the nodes' sizes, the first ones over all nodes. Nothing is pinned on a machine of
// one node, nor while the workers fill less than half a node: many engines run side by side then,
// and the system spreads them better than we, who see only ourselves.
std::vector<std::optional<std::size_t>> PlaceWorkers(const std::vector<NumaNode>& nodes,
                                                     std::size_t workers);

// The arenas of all nodes that have workers.
// Threading: Run from any number of threads at once.
class Placement {
 public:
  Placement(const std::vector<NumaNode>& nodes, std::size_t workers);
  ~Placement();
  Placement(const Placement&) = delete;
  Placement& operator=(const Placement&) = delete;

  // Calls `body` on this thread, inside the arena of the worker's node where it has one. Takes no
  // memory for that where it has none: it is how a thread begins that may find no memory left.
  void Run(std::size_t worker, absl::FunctionRef<void()> body);

  // The id of the worker's node; nothing where it may run anywhere.
  std::optional<int> NodeId(std::size_t worker) const;

 private:
  struct Arena;

  std::vector<int> node_ids_;                      // [node]
  std::vector<std::optional<std::size_t>> nodes_;  // [worker]
  std::vector<std::unique_ptr<Arena>> arenas_;     // [node]; null where it has no workers
};

}  // namespace notochord::threads
