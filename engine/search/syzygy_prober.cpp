#include "engine/search/syzygy_prober.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include "engine/base/value.h"

namespace notochord::search {

namespace {

constexpr int kFreePlies = 40;

}  // namespace

using board::Position;
using tb::Wdl;

// A distance may be one ply longer than the table says. So a win is only sure with 99 plies, and
// one that needs 100 is ranked below it. The search may look for the nicest win for a while; then
// the table shows the way.
int RankByDtz(int dtz, int rule50, bool repeated) {
  if (dtz == 0) return 0;
  const int plies = std::abs(dtz) + rule50;
  if (dtz > 0) {
    const bool free = plies <= 99 && rule50 < kFreePlies && !repeated;
    return free ? kWinRank : std::max(kWinRank - plies, 1);
  }
  // Lost soon: all moves are equal, and the search finds the most stubborn. Where the rule may come
  // to the rescue, the longest way is the best.
  return std::abs(dtz) + plies < 100 ? -kWinRank : std::min(-kWinRank + plies, -1);
}

int RankByWdl(Wdl wdl) {
  switch (wdl) {
    case Wdl::kWin:
      return kWinRank;
    case Wdl::kCursedWin:
      return kRuleRank - 1;
    case Wdl::kDraw:
      return 0;
    case Wdl::kBlessedLoss:
      return -kRuleRank + 1;
    case Wdl::kLoss:
      return -kWinRank;
  }
  return 0;
}

int ResultOf(Wdl wdl, bool fifty_move_rule) {
  const Wdl least_win = fifty_move_rule ? Wdl::kWin : Wdl::kCursedWin;
  const Wdl least_loss = fifty_move_rule ? Wdl::kLoss : Wdl::kBlessedLoss;
  return wdl >= least_win ? 1 : wdl <= least_loss ? -1 : 0;
}

int SyzygyProber::MaxPieces() const { return std::min(tables_.max_pieces(), settings_.max_pieces); }

std::optional<int> SyzygyProber::ProbeWdl(const Position& position) const {
  const std::optional<Wdl> wdl = tables_.ProbeWdl(position);
  if (!wdl) return std::nullopt;
  return ResultOf(*wdl, settings_.fifty_move_rule);
}

// What tables cannot know: the game may be over by a rule that looks at its history.
bool SyzygyProber::IsDrawn(const Position& position) const {
  return position.RepetitionCount() >= 2 ||
         (settings_.fifty_move_rule && position.IsFiftyMoveDraw());
}

int SyzygyProber::ScoreOfRank(int rank) const {
  const int bound = settings_.fifty_move_rule ? kRuleRank : 1;
  return rank >= bound ? kTbWinScore : rank <= -bound ? -kTbWinScore : 0;
}

bool SyzygyProber::RankByDistance(Task& task, tb::Syzygy::Deadline deadline) {
  const std::optional<tb::RootValues> values = tables_.ProbeDtz(task.position, deadline);
  if (!values) return false;
  Position position = task.position;
  const int rule50 = position.rule50();
  const bool repeated = position.HasRepeated();
  for (RootMove& root : task.root_moves) {
    const auto found =
        std::find_if(values->moves.begin(), values->moves.end(),
                     [&](const tb::MoveDtz& value) { return value.move == root.move; });
    position.Make(root.move);
    root.tb_rank = IsDrawn(position) ? 0 : RankByDtz(found->dtz, rule50, repeated);
    position.Unmake(root.move);
  }
  task.tb_hits = values->moves.size();
  return true;
}

bool SyzygyProber::RankByResult(Task& task, tb::Syzygy::Deadline deadline) {
  Position position = task.position;
  std::vector<int> ranks;
  for (const RootMove& root : task.root_moves) {
    position.Make(root.move);
    const std::optional<Wdl> wdl = tables_.ProbeWdl(position);
    const bool late = deadline && std::chrono::steady_clock::now() >= *deadline;
    if (wdl) ranks.push_back(IsDrawn(position) ? 0 : -RankByWdl(*wdl));
    position.Unmake(root.move);
    if (!wdl || late) return false;
  }
  for (std::size_t i = 0; i < ranks.size(); ++i) task.root_moves[i].tb_rank = ranks[i];
  task.tb_hits = ranks.size();
  return true;
}

void SyzygyProber::RankRoot(Task& task, tb::Syzygy::Deadline deadline) {
  RootMoves& moves = task.root_moves;
  if (moves.empty() || task.position.castling() != 0 ||
      board::PopCount(task.position.Pieces()) > MaxPieces()) {
    return;
  }
  // Results are found faster than distances, so that some time for them is enough.
  tb::Syzygy::Deadline first = deadline;
  if (first) {
    const auto now = std::chrono::steady_clock::now();
    first = now + (*deadline - now) * 2 / 3;
  }
  const bool by_distance = RankByDistance(task, first);
  if (!by_distance && !RankByResult(task, deadline)) return;
  for (RootMove& root : moves) {
    root.has_tb_score = true;
    root.tb_score = ScoreOfRank(root.tb_rank);
  }
  std::stable_sort(moves.begin(), moves.end(),
                   [](const RootMove& a, const RootMove& b) { return a.tb_rank > b.tb_rank; });
  const RootMove best = moves[0];
  if (task.multi_pv == 1) {
    std::erase_if(moves, [&](const RootMove& root) { return root.tb_rank != best.tb_rank; });
  }
  // All moves of the group keep the result, so that knowing it inside the tree would only hide
  // which of them makes progress. Without distances a win may need the tables to be found at all.
  task.probe_tables = !by_distance && best.tb_score > 0;
}

}  // namespace notochord::search
