// LazySMP: N workers search the same position over one shared table, each on a thread of its own
// that sleeps between searches. Worker 0 is the main one: it watches the limits and reports.
// Finished iterations go from worker to worker (engine/search/relay.h).
//
//            Go                  Stop, a limit, nothing left to search
//   kIdle ────────► kSearching ──────────────────────────────────────► kStopping ──► kIdle
//     │                 ▲                                                  ▲   OnFinish
//     │   Go(ponder)    │ PonderHit                                  Stop  │
//     └──────────► kPondering ─────────────────────────────────────────────┘
//
// In kPondering no limit ends the search. With `infinite` neither does in kSearching; a search that
// has nothing left to do sleeps until it is told. Every Go is answered by exactly one OnFinish,
// which comes before the pool is idle again.
//
// Threading: one owner calls Go, Wait, SetThreadCount, NewGame and the destructor. Stop, PonderHit
// and state may be called from any thread but the listener's.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "engine/base/mutex.h"
#include "engine/search/limits.h"
#include "engine/search/prober.h"
#include "engine/search/relay.h"
#include "engine/search/time_manager.h"
#include "engine/search/worker.h"
#include "engine/tt/transposition_table.h"
#include "threads/listener.h"
#include "threads/search_control.h"
#include "threads/topology.h"

namespace notochord::threads {

class SearchPool {
 public:
  enum class State : std::uint8_t { kIdle, kSearching, kPondering, kStopping };

  struct Request {
    search::Task task;  // position, root moves and number of lines; limits are filled in from below
    search::Limits limits;
    search::Milliseconds move_overhead{0};
    search::Clock::time_point start = search::Clock::now();
    std::unique_ptr<Listener> listener;
  };

  static constexpr std::size_t kMaxThreads = 1024;

  // One worker. `prober` may be null.
  SearchPool(tt::TranspositionTable& table, const search::Prober* prober);
  // Stops a running search, with its OnFinish.
  ~SearchPool();
  SearchPool(const SearchPool&) = delete;
  SearchPool& operator=(const SearchPool&) = delete;

  // Replaces all workers; only while idle. Where the system gives less, the status says so and the
  // pool has what could be had, at least one.
  absl::Status SetThreadCount(std::size_t count);
  std::size_t thread_count() const { return slots_.size(); }

  // Forgets all earlier searches, table included; only while idle.
  void NewGame();

  // Starts a search and returns. Only while idle.
  void Go(Request request);
  void Stop();
  void PonderHit();
  // Sleeps until the pool is idle.
  void Wait();

  State state() const;
  // Of the running or the last search. hash_full and elapsed are not filled in.
  Totals Counters() const;
  // For statistics, while idle.
  const search::Worker& worker(std::size_t index) const { return *slots_[index]->worker; }
  // The NUMA node that a worker is bound to, if any.
  std::optional<int> numa_node(std::size_t index) const { return placement_->NodeId(index); }

 private:
  enum class Job : std::uint8_t { kSearch, kNewGame, kExit };

  // Written by its thread only; the owner reads it while idle, the main worker when all helpers are
  // done. Separate allocations, so that no two workers share a cache line.
  struct alignas(64) Slot {
    std::unique_ptr<search::Worker> worker;
    search::Result result;
    bool failed = false;  // no memory for the worker
    std::jthread thread;
  };

  void StartJob(Job job);
  bool CreateWorkers(std::size_t count);
  bool AddWorker(std::size_t id) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void DestroyWorkers();
  void ThreadMain(std::size_t id, std::uint64_t epoch);
  Job AwaitJob(std::uint64_t& epoch);
  void RunHelper(Slot& slot);
  void RunMain();
  void AwaitPermission();
  void Finish(const Totals& totals, bool up_to_date);
  void DonePondering();

  tt::TranspositionTable& table_;
  const search::Prober* const prober_;
  SearchControl control_;

  mutable Mutex mutex_;
  std::condition_variable wake_;     // for workers: a job has come
  std::condition_variable changed_;  // for the owner and the main worker: state_ or busy_ changed
  State state_ ABSL_GUARDED_BY(mutex_) = State::kIdle;
  Job job_ ABSL_GUARDED_BY(mutex_) = Job::kNewGame;
  std::uint64_t epoch_ ABSL_GUARDED_BY(mutex_) = 0;  // counts jobs
  std::size_t busy_ ABSL_GUARDED_BY(mutex_) = 0;     // workers that have not finished theirs
  bool done_pondering_ ABSL_GUARDED_BY(mutex_) = false;

  search::Relay relay_;
  // Changed only while idle.
  Request request_;
  search::TimeManager time_;
  std::unique_ptr<Placement> placement_;
  std::vector<std::unique_ptr<Slot>> slots_;
};

}  // namespace notochord::threads
