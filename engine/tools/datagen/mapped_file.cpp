#include "engine/tools/datagen/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace notochord::datagen {

absl::StatusOr<MappedFile> MappedFile::Open(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return absl::NotFoundError(absl::StrCat(path, ": cannot be opened"));
  struct stat info {};
  if (::fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
    ::close(file);
    return absl::InvalidArgumentError(absl::StrCat(path, ": is no file"));
  }
  const auto size = static_cast<std::size_t>(info.st_size);
  void* memory = nullptr;
  if (size > 0) memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  ::close(file);
  if (memory == MAP_FAILED) return absl::UnavailableError(absl::StrCat(path, ": cannot be read"));
  return MappedFile(memory, size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile::~MappedFile() {
  if (memory_ != nullptr) ::munmap(memory_, size_);
}

}  // namespace notochord::datagen
