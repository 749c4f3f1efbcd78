// A block of zeroed memory from the operating system, in huge pages where they are to be had, for
// tables too big for the heap. Pages are not touched: the first thread to write one gets it on its
// own NUMA node.
#pragma once

#include <cstddef>
#include <new>
#include <utility>

#include "absl/status/statusor.h"

namespace notochord {

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

// One object in memory of its own, which was nobody's before: its pages belong to the NUMA node of
// the thread that makes it, while the heap may hand out what another thread has left.
template <typename T>
class LargeObject {
 public:
  // Throws std::bad_alloc, as `new` does.
  LargeObject() {
    absl::StatusOr<LargeMemory> memory = LargeMemory::Map(sizeof(T));
    if (!memory.ok()) throw std::bad_alloc();
    memory_ = *std::move(memory);
    new (memory_.data()) T();
  }
  ~LargeObject() { get()->~T(); }
  LargeObject(const LargeObject&) = delete;
  LargeObject& operator=(const LargeObject&) = delete;

  T* get() const { return std::launder(static_cast<T*>(memory_.data())); }
  T* operator->() const { return get(); }
  T& operator*() const { return *get(); }

 private:
  LargeMemory memory_;
};

// How many bytes can be used before the system runs out: what is free or can be freed without
// swapping, and no more than the container that the process runs in has left of its limit.
std::size_t AvailableMemory();

}  // namespace notochord
