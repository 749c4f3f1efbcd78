// A file's bytes as memory, read as they are looked at.
#pragma once

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace notochord::datagen {

class MappedFile {
 public:
  // Of the whole file at this moment.
  static absl::StatusOr<MappedFile> Open(const std::string& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile();

  absl::string_view bytes() const { return {static_cast<const char*>(memory_), size_}; }

 private:
  MappedFile(void* memory, std::size_t size) : memory_(memory), size_(size) {}

  void* memory_;  // null: empty
  std::size_t size_;
};

}  // namespace notochord::datagen
