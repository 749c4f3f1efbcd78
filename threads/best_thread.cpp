#include "threads/best_thread.h"

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "absl/container/flat_hash_map.h"
#include "engine/base/value.h"

namespace notochord::threads {
namespace {

// So that the lowest score still has a say, in the unit of scores.
constexpr int kBaseWeight = 15;

}  // namespace

std::size_t BestVote(const std::vector<Vote>& votes) {
  assert(!votes.empty());
  const Vote* top = nullptr;
  int lowest = kInfiniteScore;
  for (const Vote& vote : votes) {
    if (vote.depth == 0) continue;
    if (top == nullptr || vote.score > top->score) top = &vote;
    lowest = std::min(lowest, vote.score);
  }
  if (top == nullptr) return 0;
  if (IsWin(top->score)) return static_cast<std::size_t>(top - votes.data());

  const auto weight = [lowest](const Vote& vote) {
    return vote.depth == 0 ? 0 : std::int64_t{vote.score - lowest + kBaseWeight} * vote.depth;
  };
  absl::flat_hash_map<std::uint16_t, std::int64_t> sums;  // [move bits]
  for (const Vote& vote : votes) sums[vote.move.bits()] += weight(vote);

  std::size_t best = 0;
  for (std::size_t i = 1; i < votes.size(); ++i) {
    const std::int64_t sum = sums[votes[i].move.bits()];
    const std::int64_t best_sum = sums[votes[best].move.bits()];
    if (sum > best_sum || (sum == best_sum && votes[i].move == votes[best].move &&
                           weight(votes[i]) > weight(votes[best]))) {
      best = i;
    }
  }
  return best;
}

}  // namespace notochord::threads
