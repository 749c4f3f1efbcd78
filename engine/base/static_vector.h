// A vector with a fixed capacity and no allocation, for trivially copyable elements in hot paths.
// Elements are left uninitialised until they are pushed.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <type_traits>

namespace notochord {

template <typename T, std::size_t N>
class StaticVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  // User-provided: creating a list in a hot path must not run the elements' constructors.
  StaticVector() {}  // NOLINT(modernize-use-equals-default)

  void push_back(const T& value) {
    assert(size_ < N);
    values_[size_++] = value;
  }
  void pop_back() {
    assert(size_ > 0);
    --size_;
  }
  void clear() { size_ = 0; }
  void resize(std::size_t size) {
    assert(size <= N);
    size_ = size;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  static constexpr std::size_t capacity() { return N; }

  T& operator[](std::size_t i) {
    assert(i < N);
    return values_[i];
  }
  const T& operator[](std::size_t i) const {
    assert(i < N);
    return values_[i];
  }
  T& back() { return values_[size_ - 1]; }
  const T& back() const { return values_[size_ - 1]; }

  T* data() { return values_.data(); }
  T* begin() { return values_.data(); }
  T* end() { return values_.data() + size_; }
  const T* begin() const { return values_.data(); }
  const T* end() const { return values_.data() + size_; }

 private:
  std::size_t size_ = 0;
  union {  // a member of a union is not constructed by itself
    std::array<T, N> values_;
  };
};

}  // namespace notochord
