#include "engine/base/large_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/base/container_memory.h"

namespace notochord {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

// MemAvailable counts file caches as free, which _SC_AVPHYS_PAGES does not.
std::optional<std::size_t> FreeMemory() {
  std::ifstream info("/proc/meminfo");
  std::string name;
  std::uint64_t kibibytes = 0;
  for (std::string unit; info >> name >> kibibytes && std::getline(info, unit);) {
    if (name == "MemAvailable:") return static_cast<std::size_t>(kibibytes) << 10;
  }
  return std::nullopt;
}

std::size_t PhysicalMemory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page_size = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_size <= 0) return kNoLimit;
  return static_cast<std::size_t>(pages) * static_cast<std::size_t>(page_size);
}

}  // namespace

std::size_t AvailableMemory() {
  return std::min(FreeMemory().value_or(PhysicalMemory()), ContainerMemory());
}

absl::StatusOr<LargeMemory> LargeMemory::Map(std::size_t bytes) {
  if (bytes == 0 || bytes > kNoLimit - kHugePage) {
    return absl::InvalidArgumentError(absl::StrCat("cannot map ", bytes, " bytes"));
  }
  // One page more than asked for, so that the block can start at a huge page.
  const std::size_t mapping_size = bytes + kHugePage;
  void* mapping =
      mmap(nullptr, mapping_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED) {
    return absl::ResourceExhaustedError(
        absl::StrCat("cannot map ", bytes >> 20, " MiB: ", std::strerror(errno)));
  }
  LargeMemory memory(mapping, mapping_size, bytes);
#if defined(MADV_HUGEPAGE)
  // Only advice: without huge pages everything works, more slowly.
  static_cast<void>(madvise(memory.data_, bytes, MADV_HUGEPAGE));
#endif
  return memory;
}

LargeMemory::LargeMemory(void* mapping, std::size_t mapping_size, std::size_t size)
    : mapping_(mapping), mapping_size_(mapping_size), size_(size) {
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(mapping) % kHugePage;
  data_ = static_cast<std::byte*>(mapping) + (offset == 0 ? 0 : kHugePage - offset);
}

LargeMemory::LargeMemory(LargeMemory&& other) noexcept
    : mapping_(std::exchange(other.mapping_, nullptr)),
      mapping_size_(std::exchange(other.mapping_size_, 0)),
      data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

LargeMemory& LargeMemory::operator=(LargeMemory&& other) noexcept {
  std::swap(mapping_, other.mapping_);
  std::swap(mapping_size_, other.mapping_size_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

LargeMemory::~LargeMemory() {
  if (mapping_ != nullptr) munmap(mapping_, mapping_size_);
}

}  // namespace notochord
