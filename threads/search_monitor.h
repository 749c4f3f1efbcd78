// The main worker's observer: watches the limits of a search and passes its reports on, at a rate
// that a person can read and a slow pipe can carry. Other workers have a DeadlineObserver.
//
// Threading: each lives on the stack of one worker's thread.
#pragma once

#include <functional>

#include "engine/search/limits.h"
#include "engine/search/observer.h"
#include "engine/search/time_manager.h"
#include "threads/listener.h"
#include "threads/search_control.h"

namespace notochord::threads {

class DeadlineObserver : public search::Observer {
 public:
  explicit DeadlineObserver(SearchControl& control) : control_(control) {}

  bool ShouldStop() override {
    if (control_.DeadlinePassed()) control_.Stop();
    return control_.stopped();
  }

 private:
  SearchControl& control_;
};

class SearchMonitor : public search::Observer {
 public:
  struct Config {
    const search::Limits& limits;
    search::TimeManager time;
    search::Clock::time_point start;
    bool lone = false;               // no helpers: the worker itself counts its nodes
    std::function<Totals()> totals;  // sums, without hash_full
    std::function<int()> hash_full;
    std::function<void()> done_pondering;  // it would have stopped, were it not pondering
  };

  SearchMonitor(Config config, SearchControl& control, Listener& listener);

  bool ShouldStop() override;
  void OnLine(const search::IterationReport& report) override;
  bool OnIteration(const search::IterationReport& report) override;
  bool OnOtherIteration(const search::IterationReport& report) override;
  void OnRootMove(int depth, board::Move move, int number) override;

  Totals CurrentTotals() const;
  // Nothing was searched since the last whole iteration was reported.
  bool up_to_date() const { return up_to_date_; }

 private:
  // Until then only whole iterations are reported, and all of them. Afterwards also what happens
  // inside them, at most once in each interval, and where iterations rush by because there is
  // little left to search, not every one of them; but always the last.
  static constexpr search::Milliseconds kQuietTime{3000};
  static constexpr search::Milliseconds kLineInterval{500};  // for each line of a report
  static constexpr search::Milliseconds kIterationInterval{250};
  static constexpr search::Milliseconds kMoveInterval{500};
  static constexpr search::Milliseconds kProgressInterval{1000};

  search::Microseconds Elapsed() const;
  void Report(const search::IterationReport& report);
  bool IsTooSoon(const search::IterationReport& report) const;
  // The mate that was asked for is there; a full-width search this deep says that there is none.
  bool IsMateFound(const search::RootMove& best) const;
  bool IsMateRefuted(int depth) const;

  Config config_;
  SearchControl& control_;
  Listener& listener_;
  search::Microseconds last_report_{0};
  search::Microseconds last_move_{0};
  bool up_to_date_ = false;
};

}  // namespace notochord::threads
