#include "engine/search/worker.h"

#include <algorithm>
#include <utility>

#include "engine/base/params.h"
#include "engine/search/node.h"

namespace notochord::search {
namespace {

constexpr int kPollInterval = 1024;

// No two workers write to one cache line, wherever the heap puts them.
static_assert(alignof(Worker) % 64 == 0 && sizeof(Worker) % 64 == 0);

}  // namespace

Worker::Worker(std::size_t id, tt::TranspositionTable& table, const std::atomic<bool>& stop,
               const Prober* prober)
    : id_(id), tables_(table), stop_(stop), prober_(prober), stack_(std::make_unique<Stack>()) {
  NewGame();
}

// The evaluation's caches stay: what they hold is true in every game.
void Worker::NewGame() {
  histories_->Clear();
  tables_.Clear();
  reductions_ = Reductions();
}

void Worker::ResetCounters() {
  nodes_.Set(0);
  tb_hits_.Set(0);
}

void Worker::Prepare(const Task& task, Observer& observer) {
  position_ = task.position;
  root_moves_ = task.root_moves;
  lines_ = std::min(std::max<std::size_t>(task.multi_pv, 1), root_moves_.size());
  observer_ = &observer;
  relay_ = task.relay;
  heard_ = {};
  max_nodes_ = task.max_nodes;
  full_width_ = task.full_width;
  root_depth_ = 0;
  completed_depth_ = 0;
  null_move_min_ply_ = 0;
  tb_pieces_ = prober_ != nullptr && task.probe_tables ? prober_->MaxPieces() : 0;
  if (id_ == 0) tb_hits_.Set(task.tb_hits);
  poll_countdown_ = 0;
  // A helper that has found nothing has no vote: it may stop at any time.
  settled_ = id_ != 0;
  overtaken_ = done_ = stopped_ = false;
  for (int ply = -Stack::kBefore; ply < kMaxPly; ++ply) {
    StackEntry& entry = (*stack_)[ply];
    entry = StackEntry{};
    entry.continuation = &histories_->Continuation(false, false, PieceTo{});
    entry.continuation_correction = &histories_->ContinuationCorrection(PieceTo{});
  }
}

Result Worker::Search(const Task& task, Observer& observer) {
  Prepare(task, observer);
  if (root_moves_.empty()) return {};
  const int max_depth = task.max_depth > 0 ? std::min(task.max_depth, kMaxPly - 1) : kMaxPly - 1;
  while (completed_depth_ < max_depth) {
    const bool complete =
        relay_ != nullptr ? IterateTogether(max_depth) : Iterate(completed_depth_ + 1);
    if (!complete || done_) break;
    if (!observer.OnIteration({completed_depth_, lines_ - 1, lines_, true, root_moves_})) break;
  }
  return {root_moves_, completed_depth_};
}

// A worker that comes late, because others were given its core, has something to answer with all
// the same: it never begins with a deep iteration of its own.
bool Worker::IterateTogether(int max_depth) {
  if (relay_->IsFinished(completed_depth_ + 1)) {
    TakeOver(relay_->Last());
    settled_ = true;
    return true;
  }
  const int depth = relay_->Enter(max_depth);
  const bool complete = Iterate(depth);
  relay_->Leave(depth);
  return complete;
}

bool Worker::Iterate(int depth) {
  root_depth_ = depth;
  fresh_ = false;
  // The main worker tells of every depth; to others only their own matters.
  awaited_depth_ = id_ == 0 ? completed_depth_ + 1 : depth;
  for (RootMove& move : root_moves_) move.previous_score = move.score;
  for (line_ = 0; line_ < lines_ && !stopped_; ++line_) {
    SearchLine(depth, line_);
    if (!stopped_) observer_->OnLine({depth, line_, lines_, line_ + 1 == lines_, root_moves_});
    settled_ = true;
  }
  if (overtaken_) {
    TakeOver(heard_);
    overtaken_ = stopped_ = false;
    return true;
  }
  if (stopped_) {
    // What another worker has finished is told already; an answer must not fall behind it.
    if (heard_.depth > completed_depth_) {
      if (!fresh_) TakeOver(heard_);
      completed_depth_ = heard_.depth;
    }
    return false;
  }
  completed_depth_ = depth;
  if (relay_ != nullptr) relay_->Hand(depth, root_moves_);
  return true;
}

// One line at one depth: widens the window around the expected score until the result is inside.
void Worker::SearchLine(int depth, std::size_t line) {
  sel_depth_ = 0;
  const auto first = root_moves_.begin() + static_cast<std::ptrdiff_t>(line);
  const auto last = root_moves_.begin() + static_cast<std::ptrdiff_t>(GroupEnd(root_moves_, line));
  const int expected = root_moves_[line].average_score;

  int alpha = -kInfiniteScore;
  int beta = kInfiniteScore;
  int delta = params::kAspirationDelta;
  if (depth >= params::kAspirationDepth && expected != -kInfiniteScore && !IsDecisive(expected)) {
    delta += expected * expected / params::kAspirationDivisor;
    alpha = std::max(expected - delta, -kInfiniteScore);
    beta = std::min(expected + delta, kInfiniteScore);
  }
  int fail_highs = 0;
  for (;;) {
    const int score =
        Search<NodeType::kRoot>(alpha, beta, std::max(1, depth - fail_highs), 0, false);
    std::stable_sort(first, last);
    if (stopped_) return;
    if (score <= alpha) {
      beta = (alpha + beta) / 2;
      alpha = std::max(score - delta, -kInfiniteScore);
      fail_highs = 0;
    } else if (score >= beta) {
      beta = std::min(score + delta, kInfiniteScore);
      fail_highs = IsWin(score) || full_width_
                       ? 0
                       : std::min(fail_highs + 1, params::kAspirationReductionMax);
    } else {
      break;
    }
    observer_->OnLine({depth, line, lines_, false, root_moves_});
    delta += delta / 2;
    if (delta > params::kAspirationLimit) {
      (score <= alpha ? alpha : beta) = score <= alpha ? -kInfiniteScore : kInfiniteScore;
    }
  }
  // Lines that were settled before keep their places only if they still score better.
  std::stable_sort(root_moves_.begin(), first + 1, [](const RootMove& a, const RootMove& b) {
    return a.tb_rank != b.tb_rank ? a.tb_rank > b.tb_rank : a < b;
  });
}

void Worker::UpdateRootMove(RootMove& root, int score, int alpha, int beta, bool first,
                            std::uint64_t nodes) {
  fresh_ = true;
  root.nodes += nodes;
  root.average_score =
      root.average_score == -kInfiniteScore ? score : (score + root.average_score) / 2;
  if (!first && score <= alpha) {
    // Only known to be no better: all such moves are equal, and sorting keeps their order.
    root.score = -kInfiniteScore;
    return;
  }
  root.score = score;
  root.is_lower_bound = score >= beta;
  root.is_upper_bound = score <= alpha;
  root.sel_depth = sel_depth_;
  const Line& line = stack_->pv(1);
  root.pv.assign(1, root.move);
  root.pv.insert(root.pv.end(), line.begin(), line.end());
}

// The effort stays this worker's own: it is what the shares of its nodes are taken from.
void Worker::TakeOver(const Relay::Iteration& iteration) {
  const RootMoves own = std::exchange(root_moves_, *iteration.moves);
  for (RootMove& move : root_moves_) {
    const auto same = [&](const RootMove& other) { return other.move == move.move; };
    move.nodes = std::find_if(own.begin(), own.end(), same)->nodes;
  }
  completed_depth_ = iteration.depth;
}

bool Worker::HearOthers() {
  heard_ = relay_->Last();
  awaited_depth_ = heard_.depth + 1;
  if (heard_.depth < root_depth_) {
    if (observer_->OnOtherIteration({heard_.depth, lines_ - 1, lines_, true, *heard_.moves})) {
      return false;
    }
    done_ = true;
  }
  return overtaken_ = stopped_ = true;
}

bool Worker::Poll() {
  if (stopped_) return true;
  if (relay_ != nullptr && relay_->IsFinished(awaited_depth_) && HearOthers()) return true;
  // Nobody waits for a helper's first iteration, and the flag costs next to nothing: where there
  // are more workers than cores, each has to be gone as soon as it gets its turn.
  const bool may_stop = settled_ || id_ != 0;
  if (may_stop && stop_.load(std::memory_order_relaxed)) return stopped_ = true;
  if (--poll_countdown_ > 0 || !may_stop) return false;
  poll_countdown_ = kPollInterval;
  const std::uint64_t nodes = nodes_.Get();
  if (max_nodes_ > 0) {
    if (nodes >= max_nodes_) return stopped_ = true;
    poll_countdown_ = static_cast<int>(std::min<std::uint64_t>(kPollInterval, max_nodes_ - nodes));
  }
  return stopped_ = observer_->ShouldStop();
}

}  // namespace notochord::search
