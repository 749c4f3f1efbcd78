// A file's bytes as memory, for reading; they come from the disk as they are looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace notochord {

class MappedFile {
 public:
  // The whole file at this moment; it may be empty. Messages do not name it: callers know it.
  static absl::StatusOr<MappedFile> Open(const std::string& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::span<const std::uint8_t> bytes() const {
    return {static_cast<const std::uint8_t*>(memory_), size_};
  }
  absl::string_view text() const { return {static_cast<const char*>(memory_), size_}; }

 private:
  MappedFile(void* memory, std::size_t size) : memory_(memory), size_(size) {}

  void* memory_;  // null: empty
  std::size_t size_;
};

}  // namespace notochord
