// What a run shows on standard error: a bar on a terminal, a line a minute elsewhere.
#pragma once

#include <string>

#include "absl/time/time.h"
#include "engine/tools/datagen/generator.h"

namespace notochord::datagen {

// The line for a run that began at `first` and has taken `elapsed` since.
std::string FormatProgress(const Progress& first, const Progress& now, const Target& target,
                           absl::Duration elapsed);

class ProgressBar {
 public:
  ProgressBar(const Progress& first, const Target& target);

  void Show(const Progress& now);
  // Leaves the line standing.
  void Finish();

 private:
  absl::Duration Interval() const { return is_terminal_ ? absl::ZeroDuration() : absl::Minutes(1); }

  const Progress first_;
  const Target target_;
  const bool is_terminal_;
  const absl::Time start_;
  absl::Time next_;
  Progress last_;
};

}  // namespace notochord::datagen
