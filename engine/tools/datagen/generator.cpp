#include "engine/tools/datagen/generator.h"

#include <map>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "engine/tools/datagen/player.h"

namespace notochord::datagen {
namespace {

constexpr absl::Duration kReportInterval = absl::Milliseconds(500);
constexpr absl::Duration kStopInterval = absl::Milliseconds(20);

class Run {
 public:
  Run(const Settings& settings, const Target& target, GameWriter& writer)
      : settings_(settings), target_(target), next_(writer.games()), writer_(writer) {
    if (Reached()) stop_ = true;
  }

  void Work();
  // Waits for the end of the run and looks now and then whether the caller wants it.
  void Watch(std::size_t threads, const std::atomic<StopRequest>& stop,
             absl::FunctionRef<void(const Progress&)> report);
  absl::Status status() {
    absl::MutexLock lock(&mutex_);
    return status_;
  }

 private:
  bool Reached() const ABSL_NO_THREAD_SAFETY_ANALYSIS {
    return (target_.games > 0 && writer_.games() >= target_.games) ||
           (target_.positions > 0 && writer_.positions() >= target_.positions);
  }
  void Finish(absl::StatusOr<Game> game);
  Progress Now() {
    absl::MutexLock lock(&mutex_);
    return {writer_.games(), writer_.positions()};
  }

  const Settings& settings_;
  const Target& target_;
  std::atomic<bool> draining_ = false;  // no more games are begun
  std::atomic<bool> stop_ = false;      // games are abandoned: the players look at it
  std::atomic<std::uint32_t> next_;

  absl::Mutex mutex_;
  GameWriter& writer_ ABSL_GUARDED_BY(mutex_);
  std::map<std::uint32_t, Game> waiting_ ABSL_GUARDED_BY(mutex_);
  absl::Status status_ ABSL_GUARDED_BY(mutex_);
  std::size_t finished_ ABSL_GUARDED_BY(mutex_) = 0;  // threads
};

void Run::Finish(absl::StatusOr<Game> game) {
  absl::MutexLock lock(&mutex_);
  if (!game.ok()) {
    if (!absl::IsCancelled(game.status())) status_.Update(game.status());
    stop_ = true;
    return;
  }
  const std::uint32_t number = game->number;
  waiting_.emplace(number, *std::move(game));
  while (!waiting_.empty() && waiting_.begin()->first == writer_.games() && status_.ok() &&
         !Reached()) {
    status_.Update(writer_.Append(waiting_.begin()->second));
    waiting_.erase(waiting_.begin());
  }
  if (Reached() || !status_.ok()) stop_ = true;
}

void Run::Work() {
  absl::StatusOr<std::unique_ptr<Player>> player = Player::Create(settings_, stop_);
  if (!player.ok()) Finish(player.status());
  while (!stop_ && !draining_) {
    const std::uint32_t number = next_++;
    if (target_.games > 0 && number >= target_.games) break;
    Finish((*player)->Play(number));
  }
  absl::MutexLock lock(&mutex_);
  ++finished_;
}

void Run::Watch(std::size_t threads, const std::atomic<StopRequest>& stop,
                absl::FunctionRef<void(const Progress&)> report) {
  absl::Time next_report = absl::Now() + kReportInterval;
  const auto all_finished = [&]()
                                ABSL_SHARED_LOCKS_REQUIRED(mutex_) { return finished_ == threads; };
  for (bool over = false; !over;) {
    {
      absl::MutexLock lock(&mutex_);
      over = mutex_.AwaitWithTimeout(absl::Condition(&all_finished), kStopInterval);
    }
    if (stop != StopRequest::kNone) draining_ = true;
    if (stop == StopRequest::kNow) stop_ = true;
    if (over || absl::Now() >= next_report) {
      report(Now());
      next_report = absl::Now() + kReportInterval;
    }
  }
}

}  // namespace

absl::Status Generate(const Settings& settings, const Target& target, std::size_t threads,
                      const std::atomic<StopRequest>& stop, GameWriter& writer,
                      absl::FunctionRef<void(const Progress&)> report) {
  Run run(settings, target, writer);
  {
    std::vector<std::jthread> pool;
    for (std::size_t i = 0; i < threads; ++i) pool.emplace_back([&run] { run.Work(); });
    run.Watch(threads, stop, report);
  }
  return run.status();
}

}  // namespace notochord::datagen
