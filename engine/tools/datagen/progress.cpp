#include "engine/tools/datagen/progress.h"

#include <algorithm>

#include "absl/strings/str_format.h"
#include "engine/tools/progress_bar.h"

namespace notochord::datagen {
namespace {

// How far `now` is on the way to a target, and how much of that was done at `first`; the further of
// the two targets.
struct Share {
  double now = 0;
  double first = 0;
};
Share ShareOf(const Progress& first, const Progress& now, const Target& target) {
  Share share;
  if (target.games > 0) {
    share = {static_cast<double>(now.games) / target.games,
             static_cast<double>(first.games) / target.games};
  }
  if (target.positions > 0) {
    const auto total = static_cast<double>(target.positions);
    const double done = static_cast<double>(now.positions) / total;
    if (target.games == 0 || done > share.now) {
      share = {done, static_cast<double>(first.positions) / total};
    }
  }
  return share;
}

}  // namespace

std::string FormatProgress(const Progress& first, const Progress& now, const Target& target,
                           absl::Duration elapsed) {
  const double seconds = std::max(absl::ToDoubleSeconds(elapsed), 1e-3);
  const Share share = ShareOf(first, now, target);
  const double rate = static_cast<double>(now.positions - first.positions) / seconds;
  return tools::FormatBar(
      share.first, share.now,
      absl::StrFormat("%d games  %d positions  %.0f/s", now.games, now.positions, rate), elapsed);
}

}  // namespace notochord::datagen
