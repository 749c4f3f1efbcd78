#include "threads/topology.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>

#include "tests/support/sanitizers.h"

namespace notochord::threads {
namespace {

// Where nothing is bound.
constexpr bool kSanitized = test::kAddressSanitizer || test::kThreadSanitizer;

std::vector<NumaNode> Nodes(const std::vector<int>& threads) {
  std::vector<NumaNode> nodes;
  nodes.reserve(threads.size());
  for (const int count : threads) nodes.push_back({static_cast<int>(nodes.size()), count});
  return nodes;
}

// [node] how many workers it gets; the last one counts those that may run anywhere.
std::vector<std::size_t> Loads(const std::vector<int>& threads, std::size_t workers) {
  std::vector<std::size_t> loads(threads.size() + 1, 0);
  for (const auto& node : PlaceWorkers(Nodes(threads), workers)) {
    ++loads[node.value_or(threads.size())];
  }
  return loads;
}

using Counts = std::vector<std::size_t>;

TEST(TopologyTest, OneNodeNeedsNoPlaces) {
  EXPECT_EQ(Loads({8}, 8), (Counts{0, 8}));
  EXPECT_EQ(Loads({}, 3), (Counts{3}));
}

TEST(TopologyTest, FewWorkersAreLeftToTheSystem) {
  EXPECT_EQ(Loads({64, 64}, 1), (Counts{0, 0, 1}));
  EXPECT_EQ(Loads({64, 64}, 31), (Counts{0, 0, 31}));
}

TEST(TopologyTest, WorkersAreSpreadEvenly) {
  EXPECT_EQ(Loads({64, 64}, 32), (Counts{16, 16, 0}));
  EXPECT_EQ(Loads({64, 64}, 128), (Counts{64, 64, 0}));
  EXPECT_EQ(Loads({64, 64}, 256), (Counts{128, 128, 0}));
  EXPECT_EQ(Loads({16, 16, 16, 16}, 64), (Counts{16, 16, 16, 16, 0}));
  EXPECT_EQ(Loads({16, 16, 16, 16}, 10), (Counts{3, 3, 2, 2, 0}));
}

TEST(TopologyTest, LargerNodesGetMore) {
  EXPECT_EQ(Loads({48, 16}, 64), (Counts{48, 16, 0}));
  EXPECT_EQ(Loads({32, 64, 32}, 128), (Counts{32, 64, 32, 0}));
}

TEST(TopologyTest, NoNodeIsCrowdedWhileAnotherHasRoom) {
  for (std::size_t workers = 24; workers <= 300; ++workers) {
    const Counts loads = Loads({40, 24, 48, 8}, workers);
    ASSERT_EQ(loads.back(), 0U);
    const std::vector<std::size_t> threads = {40, 24, 48, 8};
    for (std::size_t a = 0; a < threads.size(); ++a) {
      for (std::size_t b = 0; b < threads.size(); ++b) {
        // Moving a worker from a to b would not help: (load b + 1) / b >= load a / a.
        ASSERT_GE((loads[b] + 1) * threads[a], loads[a] * threads[b]) << workers;
      }
    }
  }
}

TEST(TopologyTest, TheMachineHasAtLeastOneNode) {
  const std::vector<NumaNode> nodes = MachineNodes();
  ASSERT_FALSE(nodes.empty());
  for (const NumaNode& node : nodes) EXPECT_GE(node.threads, 1);
}

TEST(TopologyTest, PlacementsKnowTheNodesIds) {
  const int real = MachineNodes()[0].id;
  const Placement alone({{real, 8}}, 3);
  EXPECT_EQ(alone.NodeId(2), std::nullopt);
  const Placement placement({{real, 2}, {real, 1}}, 3);
  for (std::size_t worker = 0; worker < 3; ++worker) {
    EXPECT_EQ(placement.NodeId(worker), kSanitized ? std::nullopt : std::optional<int>(real));
  }
}

// Arenas of made-up nodes: every body runs, on the thread that asked, all at the same time.
TEST(TopologyTest, BodiesRunOnTheirOwnThreads) {
  constexpr std::size_t kWorkers = 24;
  const int real = MachineNodes()[0].id;
  Placement placement({{real, 2}, {real, 2}, {real, 1}}, kWorkers);
  std::atomic<std::size_t> inside{0};
  std::atomic<std::size_t> moved{0};
  {
    std::vector<std::jthread> threads;
    for (std::size_t id = 0; id < kWorkers; ++id) {
      threads.emplace_back([&, id] {
        const std::thread::id self = std::this_thread::get_id();
        placement.Run(id, [&] {
          if (std::this_thread::get_id() != self) ++moved;
          ++inside;
          while (inside.load() < kWorkers) std::this_thread::yield();
        });
      });
    }
  }
  EXPECT_EQ(inside.load(), kWorkers);
  EXPECT_EQ(moved.load(), 0U);
}

}  // namespace
}  // namespace notochord::threads
