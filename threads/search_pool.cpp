#include "threads/search_pool.h"

#include <algorithm>
#include <cassert>
#include <new>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "threads/best_thread.h"
#include "threads/search_monitor.h"

namespace notochord::threads {

SearchPool::SearchPool(tt::TranspositionTable& table, const search::Prober* prober)
    : table_(table), prober_(prober) {
  if (CreateWorkers(1)) return;
  DestroyWorkers();
  throw std::bad_alloc();
}

SearchPool::~SearchPool() {
  Stop();
  Wait();
  DestroyWorkers();
}

// --- The owner's side

absl::Status SearchPool::SetThreadCount(std::size_t count) {
  count = std::clamp<std::size_t>(count, 1, kMaxThreads);
  Wait();
  DestroyWorkers();
  if (CreateWorkers(count)) return absl::OkStatus();
  // What failed once may fail again at the same size: half of what was had is safe.
  std::size_t asked = count;
  do {
    if (asked == 1) throw std::bad_alloc();  // without a single worker there is no engine
    asked = std::max<std::size_t>(slots_.size() / 2, 1);
    DestroyWorkers();
  } while (!CreateWorkers(asked));
  return absl::ResourceExhaustedError(
      absl::StrCat("the system does not give ", count, " threads; using ", slots_.size()));
}

// False: not all threads could be started, or not all had memory.
bool SearchPool::CreateWorkers(std::size_t count) {
  // Asking for the topology takes longer than starting the engine: only where it matters.
  placement_ =
      std::make_unique<Placement>(count > 1 ? MachineNodes() : std::vector<NumaNode>{}, count);
  {
    const MutexLock lock(mutex_);
    slots_.reserve(count);
    for (std::size_t id = 0; id < count && AddWorker(id); ++id) ++busy_;
  }
  Wait();
  bool complete = slots_.size() == count;
  for (const std::unique_ptr<Slot>& slot : slots_) complete = complete && !slot->failed;
  return complete;
}

bool SearchPool::AddWorker(std::size_t id) {
  try {
    slots_.push_back(std::make_unique<Slot>());
    slots_.back()->thread = std::jthread([this, id, epoch = epoch_] { ThreadMain(id, epoch); });
    return true;
  } catch (const std::system_error&) {  // no thread
  } catch (const std::bad_alloc&) {
  }
  slots_.resize(id);
  return false;
}

void SearchPool::DestroyWorkers() {
  StartJob(Job::kExit);
  for (const std::unique_ptr<Slot>& slot : slots_) slot->thread.join();
  slots_.clear();
}

void SearchPool::StartJob(Job job) {
  {
    const MutexLock lock(mutex_);
    assert(busy_ == 0);
    job_ = job;
    busy_ = slots_.size();
    ++epoch_;
  }
  wake_.notify_all();
}

void SearchPool::NewGame() {
  Wait();
  StartJob(Job::kNewGame);
  table_.Clear();
  Wait();
}

void SearchPool::Go(Request request) {
  Wait();
  request_ = std::move(request);
  const search::Limits& limits = request_.limits;
  request_.task.max_depth = limits.depth;
  request_.task.full_width = limits.mate > 0;
  request_.task.max_nodes = slots_.size() == 1 && !limits.ponder ? limits.nodes : 0;
  relay_.Reset();
  request_.task.relay = slots_.size() > 1 ? &relay_ : nullptr;
  const board::Position& position = request_.task.position;
  time_ = search::TimeManager(limits, position.side_to_move(), request_.move_overhead,
                              request_.task.root_moves.size());
  control_.Reset(limits.ponder);
  if (time_.limited() && !limits.ponder) control_.SetDeadline(request_.start + time_.hard());
  table_.NewSearch();
  for (const std::unique_ptr<Slot>& slot : slots_) slot->worker->ResetCounters();
  {
    const MutexLock lock(mutex_);
    state_ = limits.ponder ? State::kPondering : State::kSearching;
    done_pondering_ = false;
  }
  StartJob(Job::kSearch);
}

void SearchPool::Stop() {
  const MutexLock lock(mutex_);
  if (state_ == State::kIdle) return;
  state_ = State::kStopping;
  control_.Stop();
  changed_.notify_all();
}

void SearchPool::PonderHit() {
  const MutexLock lock(mutex_);
  if (state_ != State::kPondering) return;
  state_ = State::kSearching;
  // Our clock runs from now on.
  if (time_.limited()) control_.SetDeadline(search::Clock::now() + time_.hard());
  control_.EndPondering();
  if (done_pondering_) control_.Stop();
  changed_.notify_all();
}

void SearchPool::Wait() {
  MutexLock lock(mutex_);
  while (busy_ != 0) lock.Wait(changed_);
}

SearchPool::State SearchPool::state() const {
  const MutexLock lock(mutex_);
  return state_;
}

Totals SearchPool::Counters() const {
  Totals totals;
  for (const std::unique_ptr<Slot>& slot : slots_) {
    totals.nodes += slot->worker->nodes();
    totals.tb_hits += slot->worker->tb_hits();
  }
  return totals;
}

// --- The workers' side

void SearchPool::ThreadMain(std::size_t id, std::uint64_t epoch) {
  Slot* slot = nullptr;
  {
    const MutexLock lock(mutex_);  // the owner may still be adding slots
    slot = slots_[id].get();
  }
  placement_->Run(id, [&] {
    try {
      slot->worker = std::make_unique<search::Worker>(id, table_, control_.stop_flag(), prober_);
    } catch (const std::bad_alloc&) {
      slot->failed = true;
    }
    for (Job job = Job::kNewGame; job != Job::kExit;) {
      job = AwaitJob(epoch);
      if (job == Job::kNewGame) slot->worker->NewGame();
      if (job == Job::kSearch && id == 0) RunMain();
      if (job == Job::kSearch && id != 0) RunHelper(*slot);
    }
    slot->worker.reset();
  });
  const MutexLock lock(mutex_);
  if (--busy_ == 0) changed_.notify_all();
}

// Reports the last job as done, and sleeps until there is another than that of `epoch`.
SearchPool::Job SearchPool::AwaitJob(std::uint64_t& epoch) {
  MutexLock lock(mutex_);
  if (--busy_ <= 1) changed_.notify_all();
  while (epoch_ == epoch) lock.Wait(wake_);
  epoch = epoch_;
  return job_;
}

void SearchPool::RunHelper(Slot& slot) {
  DeadlineObserver observer(control_);
  slot.result = slot.worker->Search(request_.task, observer);
}

void SearchPool::RunMain() {
  SearchMonitor monitor({.limits = request_.limits,
                         .time = time_,
                         .start = request_.start,
                         .lone = request_.task.max_nodes > 0,
                         .totals = [this] { return Counters(); },
                         .hash_full = [this] { return table_.HashFull(); },
                         .done_pondering = [this] { DonePondering(); }},
                        control_, *request_.listener);
  slots_[0]->result = slots_[0]->worker->Search(request_.task, monitor);
  control_.Stop();
  Totals totals = monitor.CurrentTotals();  // before sleeping: that is no search time
  AwaitPermission();
  totals.nodes = Counters().nodes;
  Finish(totals, monitor.up_to_date());
}

// Sleeps until all helpers are done and the answer may be given.
void SearchPool::AwaitPermission() {
  const bool infinite = request_.limits.infinite;
  MutexLock lock(mutex_);
  while (busy_ != 1 || state_ == State::kPondering || (state_ == State::kSearching && infinite)) {
    lock.Wait(changed_);
  }
  state_ = State::kStopping;
}

void SearchPool::Finish(const Totals& totals, bool up_to_date) {
  std::size_t best = 0;
  const bool may_vote = request_.task.multi_pv == 1 && request_.task.max_depth == 0;
  if (may_vote && !slots_[0]->result.moves.empty()) {
    std::vector<Vote> votes;
    for (const std::unique_ptr<Slot>& slot : slots_) {
      const search::RootMove& move = slot->result.moves[0];
      votes.push_back({move.move, move.score, slot->result.depth});
    }
    best = BestVote(votes);
  }
  const search::Result& result = slots_[best]->result;
  const std::size_t lines = std::min(request_.task.multi_pv, result.moves.size());
  const LinesReport report{result.moves, lines, lines, result.depth, totals};
  // Whatever was found after the last report, so that the answer is the head of the last line.
  if (best != 0 || !up_to_date) request_.listener->OnLines(report);
  request_.listener->OnFinish(report);
  const MutexLock lock(mutex_);
  state_ = State::kIdle;
}

// The search would have ended by itself, were it not pondering: it will, at the ponder hit.
void SearchPool::DonePondering() {
  const MutexLock lock(mutex_);
  done_pondering_ = true;
  if (state_ == State::kSearching) control_.Stop();  // the hit has just come
}

}  // namespace notochord::threads
