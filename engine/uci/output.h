// Whole lines to one stream, from several threads.
//
// Threading: Write and failed from any thread. A line is never split, and it is flushed.
#pragma once

#include <atomic>
#include <iosfwd>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "engine/base/mutex.h"

namespace notochord::uci {

class Output {
 public:
  explicit Output(std::ostream& stream) : stream_(stream) {}

  // One or several lines, without the last line break.
  void Write(absl::string_view text);
  // "info string ...", for people.
  void Inform(absl::string_view message);
  // Nobody can read us any more.
  bool failed() const { return failed_.load(std::memory_order_relaxed); }

 private:
  Mutex mutex_;
  std::ostream& stream_ ABSL_GUARDED_BY(mutex_);
  std::atomic<bool> failed_{false};
};

}  // namespace notochord::uci
