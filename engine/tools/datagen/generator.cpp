#include "engine/tools/datagen/generator.h"

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "engine/base/mutex.h"
#include "engine/tools/datagen/player.h"

namespace notochord::datagen {
namespace {

constexpr std::chrono::milliseconds kReportInterval{500};
constexpr std::chrono::milliseconds kStopInterval{20};

class Run {
 public:
  Run(const Settings& settings, const Target& target, std::size_t threads, GameWriter& writer)
      : settings_(settings),
        target_(target),
        next_(writer.games()),
        writer_(writer),
        working_(threads) {
    if (IsReached()) stop_ = true;
  }

  void Heed(StopRequest request) {
    if (request != StopRequest::kNone) draining_ = true;
    if (request == StopRequest::kNow) stop_ = true;
  }
  // What each thread does.
  void Work();
  // Waits for the end of the run; looks now and then whether the caller wants it sooner.
  void Watch(const std::atomic<StopRequest>& stop, absl::FunctionRef<void(const Progress&)> report);
  absl::Status status() const {
    const MutexLock lock(mutex_);
    return status_;
  }

 private:
  bool IsReached() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return (target_.games > 0 && writer_.games() >= target_.games) ||
           (target_.positions > 0 && writer_.positions() >= target_.positions);
  }
  void WriteWaiting() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Take(absl::StatusOr<Game> game);

  const Settings& settings_;
  const Target& target_;
  std::atomic<bool> draining_ = false;  // no more games are begun
  std::atomic<bool> stop_ = false;      // games are abandoned: the players look at it
  std::atomic<std::uint32_t> next_;     // the number of the next game to play

  mutable Mutex mutex_;
  std::condition_variable done_;
  GameWriter& writer_ ABSL_GUARDED_BY(mutex_);
  // For games with lower numbers, which go first.
  std::map<std::uint32_t, Game> waiting_ ABSL_GUARDED_BY(mutex_);
  std::size_t working_ ABSL_GUARDED_BY(mutex_);  // threads
  absl::Status status_ ABSL_GUARDED_BY(mutex_);
};

void Run::WriteWaiting() {
  while (status_.ok() && !IsReached() && !waiting_.empty() &&
         waiting_.begin()->first == writer_.games()) {
    status_.Update(writer_.Append(waiting_.begin()->second));
    waiting_.erase(waiting_.begin());
  }
  if (!status_.ok() || IsReached()) stop_ = true;
}

void Run::Take(absl::StatusOr<Game> game) {
  if (absl::IsCancelled(game.status())) return;
  const MutexLock lock(mutex_);
  status_.Update(game.status());
  if (game.ok()) {
    const std::uint32_t number = game->number;
    waiting_.emplace(number, *std::move(game));
  }
  WriteWaiting();
}

void Run::Work() {
  absl::StatusOr<std::unique_ptr<Player>> player = Player::Create(settings_, stop_);
  if (!player.ok()) Take(player.status());
  while (!stop_ && !draining_) {
    const std::uint32_t number = next_++;
    if (target_.games > 0 && number >= target_.games) break;
    Take((*player)->Play(number));
  }
  const MutexLock lock(mutex_);
  --working_;
  done_.notify_all();
}

void Run::Watch(const std::atomic<StopRequest>& stop,
                absl::FunctionRef<void(const Progress&)> report) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point next_report = Clock::now() + kReportInterval;
  for (bool over = false; !over;) {
    Progress now;
    {
      MutexLock lock(mutex_);
      if (working_ != 0) lock.WaitFor(done_, kStopInterval);
      over = working_ == 0;
      now = {writer_.games(), writer_.positions(), over};
    }
    Heed(stop);
    if (over || Clock::now() >= next_report) {
      report(now);
      next_report = Clock::now() + kReportInterval;
    }
  }
}

}  // namespace

absl::Status Generate(const Settings& settings, const Target& target, std::size_t threads,
                      const std::atomic<StopRequest>& stop, GameWriter& writer,
                      absl::FunctionRef<void(const Progress&)> report) {
  Run run(settings, target, threads, writer);
  run.Heed(stop);
  {
    std::vector<std::jthread> pool;
    for (std::size_t i = 0; i < threads; ++i) pool.emplace_back([&run] { run.Work(); });
    run.Watch(stop, report);
  }
  return run.status();
}

}  // namespace notochord::datagen
