// What long runs show on standard error: a bar on a terminal, a line a minute elsewhere.
//
// Threading: a bar belongs to one thread at a time.
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace notochord::tools {

// "[#####...............]  25.0 %  details  0:01:30 left". The share that was done before the run
// began tells nothing about its speed.
std::string FormatBar(double share_before, double share_now, absl::string_view details,
                      absl::Duration elapsed);

class ProgressBar {
 public:
  ProgressBar();

  // Since it was made.
  absl::Duration elapsed() const;
  void Show(std::string line);
  // Leaves the last line standing.
  void Finish();

 private:
  absl::Duration Interval() const { return is_terminal_ ? absl::ZeroDuration() : absl::Minutes(1); }

  const bool is_terminal_;
  const absl::Time start_;
  absl::Time next_;
  std::string last_;
};

}  // namespace notochord::tools
