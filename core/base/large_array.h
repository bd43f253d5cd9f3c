#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

namespace talus {

/// Memory for large arrays, aligned to 64 bytes, in huge pages where the system provides them: fewer page
/// faults while it is filled, fewer address translations in random access. @throws std::bad_alloc.
void* allocateLarge(std::size_t bytes);
void freeLarge(void* memory);

/// A fixed number of uninitialised items: for arrays that are written once, in full.
template <class T>
class LargeArray {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  LargeArray() = default;
  explicit LargeArray(std::size_t size)
      : items_(size > 0 ? static_cast<T*>(allocateLarge(size * sizeof(T))) : nullptr), size_(size) {}

  std::size_t size() const { return size_; }
  T* data() { return items_.get(); }
  const T* data() const { return items_.get(); }
  T& operator[](std::size_t i) { return items_.get()[i]; }
  const T& operator[](std::size_t i) const { return items_.get()[i]; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  std::size_t memoryBytes() const { return size_ * sizeof(T); }

 private:
  struct Free {
    void operator()(T* memory) const { freeLarge(memory); }
  };
  std::unique_ptr<T, Free> items_;
  std::size_t size_ = 0;
};

}  // namespace talus
