#include "engine/tools/analyze/batch.h"

#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "engine/base/mutex.h"
#include "engine/base/parallel.h"

namespace notochord::analyze {
namespace {

using Take = absl::FunctionRef<absl::Status(const Item&, const Analysis&)>;

class Batch {
 public:
  Batch(const Input& input, const BatchOptions& options, StopFlags& stop, Take take)
      : input_(input),
        options_(options),
        stop_(stop),
        take_(take),
        next_(options.first),
        end_(input.size()),
        next_result_(options.first) {}

  // What each task does.
  void Work(const SearchSettings& settings);
  absl::Status status() const {
    const MutexLock lock(mutex_);
    return status_;
  }

 private:
  std::optional<std::size_t> Begin();
  void Deliver(Item item, Analysis analysis, std::size_t index);
  void Fail(const absl::Status& status);
  std::size_t DrainEnd() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Input& input_;
  const BatchOptions& options_;
  StopFlags& stop_;
  const Take take_;

  mutable Mutex mutex_;
  std::size_t next_ ABSL_GUARDED_BY(mutex_);  // position to begin
  std::size_t end_ ABSL_GUARDED_BY(mutex_);   // none from here on is begun
  bool draining_ ABSL_GUARDED_BY(mutex_) = false;
  std::size_t next_result_ ABSL_GUARDED_BY(mutex_);  // to hand on
  std::map<std::size_t, std::pair<Item, Analysis>> waiting_ ABSL_GUARDED_BY(mutex_);
  absl::Status status_ ABSL_GUARDED_BY(mutex_);
};

std::size_t Batch::DrainEnd() const {
  if (!options_.whole_games || next_ == options_.first) return next_;
  return input_.FirstOf(input_.GameOf(next_ - 1) + 1);
}

std::optional<std::size_t> Batch::Begin() {
  const MutexLock lock(mutex_);
  if (stop_.finish && !draining_) {
    draining_ = true;
    end_ = DrainEnd();
  }
  if (stop_.abandon || next_ >= end_) return std::nullopt;
  return next_++;
}

void Batch::Deliver(Item item, Analysis analysis, std::size_t index) {
  const MutexLock lock(mutex_);
  waiting_.emplace(index, std::make_pair(std::move(item), std::move(analysis)));
  while (status_.ok() && !waiting_.empty() && waiting_.begin()->first == next_result_) {
    const auto& [ready, result] = waiting_.begin()->second;
    status_.Update(take_(ready, result));
    waiting_.erase(waiting_.begin());
    ++next_result_;
  }
  if (!status_.ok()) stop_.abandon = true;
}

void Batch::Fail(const absl::Status& status) {
  const MutexLock lock(mutex_);
  status_.Update(status);
  stop_.abandon = true;
}

void Batch::Work(const SearchSettings& settings) {
  const absl::StatusOr<std::unique_ptr<Analyst>> analyst = Analyst::Create(settings, stop_.abandon);
  if (!analyst.ok()) return Fail(analyst.status());
  while (const std::optional<std::size_t> index = Begin()) {
    Item item = input_.At(*index);
    absl::StatusOr<Analysis> analysis = (*analyst)->Search(item.position);
    if (!analysis.ok()) return;  // abandoned
    Deliver(std::move(item), *std::move(analysis), *index);
  }
}

}  // namespace

absl::Status AnalyzeAll(const Input& input, const SearchSettings& settings,
                        const BatchOptions& options, StopFlags& stop, Take take) {
  Batch batch(input, options, stop, take);
  ParallelFor(options.threads, 1, [&](std::size_t begin, std::size_t end) {
    for (; begin < end; ++begin) batch.Work(settings);
  });
  return batch.status();
}

}  // namespace notochord::analyze
