#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/plain_bytes.h"

namespace talus {

/// Writes plain values and arrays one after another in their memory representation: for snapshots, which the
/// same program reads again on the same kind of machine. Items are plain data without padding (PadlessBytes).
class ByteWriter {
 public:
  template <PadlessBytes T>
  void value(const T& item) {
    append(&item, sizeof(T));
  }
  /// Writes the count, then the items.
  template <PadlessBytes T>
  void array(const std::vector<T>& items) {
    value(static_cast<std::uint64_t>(items.size()));
    append(items.data(), items.size() * sizeof(T));
  }
  const std::vector<std::byte>& bytes() const { return bytes_; }
  /// Gives the bytes away, without a copy.
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  void append(const void* data, std::size_t size) {
    const auto* first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + size);
  }

  std::vector<std::byte> bytes_;
};

/// Reads what ByteWriter wrote, in the same order. Keeps a view: the bytes must outlive it.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  /// @throws Error if the bytes end before the value does.
  template <class T>
  T value() {
    T item;
    copy(&item, 1, sizeof(T));
    return item;
  }
  /// @throws Error if the bytes end before the array does.
  template <class T>
  std::vector<T> array() {
    std::vector<T> items;
    array(items);
    return items;
  }
  /// The same in place of items that are there.
  template <class T>
  void array(std::vector<T>& items) {
    const auto count = value<std::uint64_t>();
    requireLeft(count, sizeof(T));
    items.resize(static_cast<std::size_t>(count));
    copy(items.data(), count, sizeof(T));
  }
  /// Whether all bytes were read.
  bool atEnd() const { return bytes_.empty(); }

 private:
  void requireLeft(std::uint64_t count, std::size_t size) const {
    if (count <= bytes_.size() / size) return;
    throw Error("The snapshot ends too early", "",
                "It is truncated or no checkpoint of Talus: use a complete one");
  }
  void copy(void* target, std::uint64_t count, std::size_t size) {
    requireLeft(count, size);
    const std::size_t total = static_cast<std::size_t>(count) * size;
    if (total > 0) std::memcpy(target, bytes_.data(), total);
    bytes_ = bytes_.subspan(total);
  }

  std::span<const std::byte> bytes_;
};

}  // namespace talus
