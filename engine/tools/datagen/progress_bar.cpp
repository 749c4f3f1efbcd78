#include "engine/tools/datagen/progress_bar.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"

namespace notochord::datagen {
namespace {

constexpr int kBarWidth = 20;

std::string FormatTime(double seconds) {
  const auto s = static_cast<std::int64_t>(std::min(seconds, 1e9));
  return absl::StrFormat("%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
}

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
  share.now = std::min(share.now, 1.0);
  return share;
}

}  // namespace

std::string FormatProgress(const Progress& first, const Progress& now, const Target& target,
                           absl::Duration elapsed) {
  const double seconds = std::max(absl::ToDoubleSeconds(elapsed), 1e-3);
  const Share share = ShareOf(first, now, target);
  const int filled = static_cast<int>(share.now * kBarWidth);
  const double rate = static_cast<double>(now.positions - first.positions) / seconds;
  std::string left = share.now < 1 ? "?" : FormatTime(0);
  if (share.now > share.first) {
    left = FormatTime(seconds * (1 - share.now) / (share.now - share.first));
  }
  return absl::StrFormat("[%s%s] %5.1f %%  %d games  %d positions  %.0f/s  %s left",
                         std::string(static_cast<std::size_t>(filled), '#'),
                         std::string(static_cast<std::size_t>(kBarWidth - filled), '.'),
                         share.now * 100, now.games, now.positions, rate, left);
}

ProgressBar::ProgressBar(const Progress& first, const Target& target)
    : first_(first),
      target_(target),
      is_terminal_(isatty(STDERR_FILENO) != 0),
      start_(absl::Now()),
      next_(start_ + Interval()),
      last_(first) {}

void ProgressBar::Show(const Progress& now) {
  last_ = now;
  if (absl::Now() < next_) return;
  next_ = absl::Now() + Interval();
  const std::string line = FormatProgress(first_, now, target_, absl::Now() - start_);
  absl::FPrintF(stderr, "%s", is_terminal_ ? absl::StrCat("\r", line, " \x1b[K") : line + "\n");
}

void ProgressBar::Finish() {
  next_ = absl::InfinitePast();
  Show(last_);
  if (is_terminal_) absl::FPrintF(stderr, "\n");
}

}  // namespace notochord::datagen
