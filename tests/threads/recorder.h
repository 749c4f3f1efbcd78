// A listener that writes down what a search tells, and the requests of tests.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

#include "absl/strings/string_view.h"
#include "tests/support/positions.h"
#include "threads/search_pool.h"

namespace notochord::threads {

// What the searches of one test told, for any thread to read.
struct Log {
  std::mutex mutex;
  std::condition_variable changed;
  int finished = 0;
  int reports = 0;
  int last_depth = 0;
  board::Move best;
  search::RootMoves moves;
  std::uint64_t nodes = 0;
  int finishing = 0;  // searches that have come to OnFinish
  bool hold = false;  // keeps them there

  void Hold(bool on) {
    const std::lock_guard lock(mutex);
    hold = on;
    changed.notify_all();
  }
  void WaitForFinishing(int count) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return finishing >= count; });
  }
  void WaitForReports(int count) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return reports >= count; });
  }
  void WaitForDepth(int depth) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return last_depth >= depth; });
  }
  int Reports() {
    const std::lock_guard lock(mutex);
    return reports;
  }
  int Finished() {
    const std::lock_guard lock(mutex);
    return finished;
  }
};

class Recorder : public Listener {
 public:
  explicit Recorder(Log& log) : log_(log) {}

  void OnLines(const LinesReport& report) override {
    const std::lock_guard lock(log_.mutex);
    ++log_.reports;
    log_.last_depth = report.depth;
    log_.changed.notify_all();
  }
  void OnFinish(const LinesReport& report) override {
    std::unique_lock lock(log_.mutex);
    ++log_.finishing;
    log_.changed.notify_all();
    log_.changed.wait(lock, [&] { return !log_.hold; });
    ++log_.finished;
    log_.moves = report.moves;
    log_.nodes = report.totals.nodes;
    log_.best = report.moves.empty() ? board::Move() : report.moves[0].move;
    log_.changed.notify_all();
  }

 private:
  Log& log_;
};

inline SearchPool::Request MakeRequest(Log& log, const search::Limits& limits,
                                       absl::string_view fen = board::Position::kStartFen,
                                       std::size_t lines = 1) {
  SearchPool::Request request;
  request.task.position = test::PositionFrom(fen);
  request.task.root_moves = search::MakeRootMoves(request.task.position, limits.search_moves);
  request.task.multi_pv = lines;
  request.limits = limits;
  request.listener = std::make_unique<Recorder>(log);
  return request;
}

inline search::Limits Depth(int depth) {
  search::Limits limits;
  limits.depth = depth;
  return limits;
}
inline search::Limits Infinite() {
  search::Limits limits;
  limits.infinite = true;
  return limits;
}

}  // namespace notochord::threads
