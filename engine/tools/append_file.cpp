#include "engine/tools/append_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"

namespace notochord::tools {

AppendFile::AppendFile(int file, std::string path) : file_(file), path_(std::move(path)) {}

absl::StatusOr<AppendFile> AppendFile::Open(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return absl::UnavailableError(absl::StrCat(path, ": cannot be opened for writing"));
  AppendFile opened(file, path);
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    return absl::UnavailableError(absl::StrCat(path, ": another run is writing to it"));
  }
  struct stat info {};
  if (::fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": is no file"));
  }
  opened.size_before_ = static_cast<std::size_t>(info.st_size);
  return opened;
}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      path_(std::move(other.path_)),
      size_before_(other.size_before_) {}

AppendFile::~AppendFile() {
  if (file_ >= 0) ::close(file_);
}

absl::Status AppendFile::Keep(std::size_t size) {
  const auto end = static_cast<off_t>(size);
  if (::ftruncate(file_, end) != 0 || ::lseek(file_, end, SEEK_SET) != end) {
    return absl::UnavailableError(absl::StrCat(path_, ": cannot be continued"));
  }
  return absl::OkStatus();
}

absl::Status AppendFile::Append(absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return absl::UnavailableError(absl::StrCat(path_, ": cannot be written"));
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return absl::OkStatus();
}

}  // namespace notochord::tools
