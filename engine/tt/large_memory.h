// A block of zeroed memory from the operating system, in huge pages where they are to be had, for
// tables too big for the heap. Pages are not touched: the first thread to write one gets it on its
// own NUMA node.
#pragma once

#include <cstddef>

#include "absl/status/statusor.h"

namespace notochord::tt {

class LargeMemory {
 public:
  // Refuses, with a message for people, what the system does not give. A system that promises more
  // than it has would end the process later instead: compare with AvailableMemory() before.
  static absl::StatusOr<LargeMemory> Map(std::size_t bytes);

  LargeMemory() = default;
  LargeMemory(LargeMemory&& other) noexcept;
  LargeMemory& operator=(LargeMemory&& other) noexcept;
  ~LargeMemory();

  // Aligned to a huge page.
  void* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  LargeMemory(void* mapping, std::size_t mapping_size, std::size_t size);

  void* mapping_ = nullptr;
  std::size_t mapping_size_ = 0;
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

// How many bytes can be used before the system runs out: what is free or can be freed without
// swapping, and no more than the limit of the container that the process runs in.
std::size_t AvailableMemory();

}  // namespace notochord::tt
