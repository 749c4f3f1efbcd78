#include "engine/tools/analyze/analyst.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/base/value.h"
#include "engine/search/limits.h"

namespace notochord::analyze {
namespace {

using board::Position;
using search::Clock;

std::vector<board::Move> LegalPart(Position position, const std::vector<board::Move>& line) {
  std::vector<board::Move> legal;
  for (const board::Move move : line) {
    if (!position.IsPseudoLegal(move) || !position.IsLegal(move)) break;
    position.Make(move);
    legal.push_back(move);
  }
  return legal;
}

// Keeps the lines of the last finished iteration: what an unfinished one leaves may be a bound.
class Recorder : public search::Observer {
 public:
  explicit Recorder(std::chrono::milliseconds move_time)
      : limited_(move_time.count() > 0), deadline_(Clock::now() + move_time) {}

  bool ShouldStop() override { return limited_ && Clock::now() >= deadline_; }
  bool OnIteration(const search::IterationReport& report) override {
    depth_ = report.depth;
    moves_.assign(report.moves.begin(),
                  report.moves.begin() + static_cast<std::ptrdiff_t>(report.lines));
    return !ShouldStop();
  }

  int depth() const { return depth_; }
  const search::RootMoves& moves() const { return moves_; }

 private:
  const bool limited_;
  const Clock::time_point deadline_;
  int depth_ = 0;
  search::RootMoves moves_;
};

}  // namespace

std::string Describe(const SearchSettings& settings) {
  std::string text;
  if (settings.depth > 0) absl::StrAppend(&text, "depth=", settings.depth, " ");
  if (settings.nodes > 0) absl::StrAppend(&text, "nodes=", settings.nodes, " ");
  if (settings.move_time.count() > 0) {
    absl::StrAppend(&text, "movetime=", settings.move_time.count(), " ");
  }
  if (settings.multi_pv > 1) absl::StrAppend(&text, "multipv=", settings.multi_pv, " ");
  return absl::StrCat(text, "hash=", settings.hash_mebibytes);
}

absl::StatusOr<std::unique_ptr<Analyst>> Analyst::Create(const SearchSettings& settings,
                                                         const std::atomic<bool>& stop) {
  auto analyst = std::unique_ptr<Analyst>(new Analyst(settings, stop));
  if (absl::Status status = analyst->table_.Resize(settings.hash_mebibytes); !status.ok()) {
    return status;
  }
  analyst->worker_ = std::make_unique<search::Worker>(0, analyst->table_, stop, nullptr);
  return analyst;
}

absl::StatusOr<Analysis> Analyst::Search(const Position& position) {
  if (stop_) return absl::CancelledError("stopped");
  Analysis analysis;
  search::Task task;
  task.position = position;
  task.root_moves = search::MakeRootMoves(position, {});
  if (task.root_moves.empty()) {
    analysis.score = position.InCheck() ? MatedIn(0) : 0;
    return analysis;
  }
  task.multi_pv = settings_.multi_pv;
  task.max_depth = settings_.depth;
  task.max_nodes = settings_.nodes;
  table_.Clear();
  table_.NewSearch();
  worker_->NewGame();
  worker_->ResetCounters();
  Recorder recorder(settings_.move_time);
  const search::Result result = worker_->Search(task, recorder);
  if (stop_) return absl::CancelledError("stopped");

  // The first line is always finished; a limit may have come before the others were.
  const search::RootMoves& moves = recorder.moves().empty() ? result.moves : recorder.moves();
  analysis.depth = recorder.depth();
  analysis.nodes = worker_->nodes();
  for (const search::RootMove& move : moves) {
    if (analysis.lines.size() == settings_.multi_pv || move.score == -kInfiniteScore) break;
    analysis.lines.push_back({move.score, LegalPart(position, move.pv)});
  }
  if (!analysis.lines.empty()) analysis.score = analysis.lines[0].score;
  return analysis;
}

}  // namespace notochord::analyze
