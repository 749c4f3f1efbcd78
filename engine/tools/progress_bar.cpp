#include "engine/tools/progress_bar.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"

namespace notochord::tools {
namespace {

constexpr int kBarWidth = 20;

std::string FormatTime(double seconds) {
  const auto s = static_cast<std::int64_t>(std::min(seconds, 1e9));
  return absl::StrFormat("%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
}

}  // namespace

std::string FormatBar(double share_before, double share_now, absl::string_view details,
                      absl::Duration elapsed) {
  const double share = std::clamp(share_now, 0.0, 1.0);
  const int filled = static_cast<int>(share * kBarWidth);
  std::string left = share < 1 ? "?" : FormatTime(0);
  if (share > share_before) {
    left = FormatTime(absl::ToDoubleSeconds(elapsed) * (1 - share) / (share - share_before));
  }
  return absl::StrFormat(
      "[%s%s] %5.1f %%  %s  %s left", std::string(static_cast<std::size_t>(filled), '#'),
      std::string(static_cast<std::size_t>(kBarWidth - filled), '.'), share * 100, details, left);
}

ProgressBar::ProgressBar()
    : is_terminal_(isatty(STDERR_FILENO) != 0), start_(absl::Now()), next_(start_ + Interval()) {}

absl::Duration ProgressBar::elapsed() const { return absl::Now() - start_; }

void ProgressBar::Show(std::string line) {
  last_ = std::move(line);
  if (absl::Now() < next_) return;
  next_ = absl::Now() + Interval();
  absl::FPrintF(stderr, "%s", is_terminal_ ? absl::StrCat("\r", last_, " \x1b[K") : last_ + "\n");
}

void ProgressBar::Finish() {
  if (last_.empty()) return;
  next_ = absl::InfinitePast();
  Show(last_);
  if (is_terminal_) absl::FPrintF(stderr, "\n");
}

}  // namespace notochord::tools
