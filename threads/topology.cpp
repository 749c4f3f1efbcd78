#include "threads/topology.h"

#include <tbb/info.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <thread>

namespace notochord::threads {
namespace {

// oneTBB loads its binding library (dlopen with RTLD_DEEPBIND) in a way that sanitizers refuse.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kCanBind = false;
#else
constexpr bool kCanBind = true;
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kCanBind = false;
#else
constexpr bool kCanBind = true;
#endif

}  // namespace

std::vector<NumaNode> MachineNodes() {
  if (!kCanBind) return {{0, static_cast<int>(std::max(1U, std::thread::hardware_concurrency()))}};
  std::vector<NumaNode> nodes;
  for (const tbb::numa_node_id id : tbb::info::numa_nodes()) {
    nodes.push_back({id, std::max(1, tbb::info::default_concurrency(id))});
  }
  return nodes;
}

std::vector<std::optional<std::size_t>> PlaceWorkers(const std::vector<NumaNode>& nodes,
                                                     std::size_t workers) {
  std::vector<std::optional<std::size_t>> placement(workers);
  int largest = 0;
  for (const NumaNode& node : nodes) largest = std::max(largest, node.threads);
  if (nodes.size() < 2 || 2 * workers < static_cast<std::size_t>(largest)) return placement;

  std::vector<std::size_t> load(nodes.size(), 0);
  for (std::optional<std::size_t>& place : placement) {
    // Where another worker makes the node least crowded: compare (load + 1) / threads as products.
    std::size_t best = 0;
    for (std::size_t n = 1; n < nodes.size(); ++n) {
      const auto threads = static_cast<std::size_t>(nodes[n].threads);
      const auto best_threads = static_cast<std::size_t>(nodes[best].threads);
      if ((load[n] + 1) * best_threads < (load[best] + 1) * threads) best = n;
    }
    ++load[best];
    place = best;
  }
  return placement;
}

struct Placement::Arena {
  // All slots are reserved for threads that enter by themselves, so that Run never hands its body
  // to one of oneTBB's own threads.
  Arena(int node, int workers)
      : arena(tbb::task_arena::constraints{}.set_numa_id(node).set_max_concurrency(workers),
              static_cast<unsigned>(workers)) {}

  tbb::task_arena arena;
};

Placement::Placement(const std::vector<NumaNode>& nodes, std::size_t workers)
    : nodes_(kCanBind ? PlaceWorkers(nodes, workers)
                      : std::vector<std::optional<std::size_t>>(workers)),
      arenas_(nodes.size()) {
  for (const NumaNode& node : nodes) node_ids_.push_back(node.id);
  std::vector<int> load(nodes.size(), 0);
  for (const std::optional<std::size_t>& node : nodes_) {
    if (node) ++load[*node];
  }
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (load[n] > 0) arenas_[n] = std::make_unique<Arena>(nodes[n].id, load[n]);
  }
}

Placement::~Placement() = default;

std::optional<int> Placement::NodeId(std::size_t worker) const {
  const std::optional<std::size_t> node = nodes_[worker];
  return node ? std::optional<int>(node_ids_[*node]) : std::nullopt;
}

void Placement::Run(std::size_t worker, absl::FunctionRef<void()> body) {
  const std::optional<std::size_t> node = nodes_[worker];
  if (!node) return body();
  arenas_[*node]->arena.execute(body);
}

}  // namespace notochord::threads
