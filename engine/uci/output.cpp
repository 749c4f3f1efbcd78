#include "engine/uci/output.h"

#include <ostream>

#include "absl/strings/str_cat.h"

namespace notochord::uci {

void Output::Write(absl::string_view text) {
  const MutexLock lock(mutex_);
  stream_.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream_.put('\n');
  stream_.flush();
  if (!stream_) failed_.store(true, std::memory_order_relaxed);
}

void Output::Inform(absl::string_view message) { Write(absl::StrCat("info string ", message)); }

}  // namespace notochord::uci
