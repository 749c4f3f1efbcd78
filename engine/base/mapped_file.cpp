#include "engine/base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "absl/status/status.h"

namespace notochord {

absl::StatusOr<MappedFile> MappedFile::Open(const std::string& path) {
  // Without O_NONBLOCK a pipe of that name would keep us waiting for its writer.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return absl::ErrnoToStatus(errno, "cannot be opened");
  struct stat info {};
  absl::Status status;
  void* memory = nullptr;
  if (::fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
    status = absl::InvalidArgumentError("is no file");
  } else if (info.st_size > 0) {
    memory =
        ::mmap(nullptr, static_cast<std::size_t>(info.st_size), PROT_READ, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) status = absl::ErrnoToStatus(errno, "cannot be mapped into memory");
  }
  ::close(file);
  if (!status.ok()) return status;
  return MappedFile(memory, static_cast<std::size_t>(info.st_size));
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (memory_ != nullptr) ::munmap(memory_, size_);
}

}  // namespace notochord
