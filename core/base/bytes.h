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
  /// Writes items one after the other: plain values; texts, arrays and lists of these, each with its count;
  /// and what has a function save(). One list of items serves ByteReader::all(), too, so that both agree.
  template <class... Items>
  void all(const Items&... items) {
    (item(items), ...);
  }
  const std::vector<std::byte>& bytes() const { return bytes_; }
  /// Gives the bytes away, without a copy.
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  template <class T>
  void item(const T& it) {
    if constexpr (requires { it.save(*this); }) {
      it.save(*this);
    } else if constexpr (PadlessBytes<T>) {
      value(it);
    } else {
      value(static_cast<std::uint64_t>(it.size()));
      if constexpr (PadlessBytes<typename T::value_type>)
        append(it.data(), it.size() * sizeof(typename T::value_type));
      else
        for (const auto& each : it) item(each);
    }
  }
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
  /// Reads items as ByteWriter::all() wrote them. @throws Error if the bytes end before.
  template <class... Items>
  void all(Items&... items) {
    (item(items), ...);
  }
  /// Whether all bytes were read.
  bool atEnd() const { return bytes_.empty(); }

 private:
  template <class T>
  void item(T& it) {
    if constexpr (requires { it.load(*this); }) {
      it.load(*this);
    } else if constexpr (PadlessBytes<T>) {
      copy(&it, 1, sizeof(T));
    } else {
      using Value = typename T::value_type;
      const auto count = value<std::uint64_t>();
      requireLeft(count, PadlessBytes<Value> ? sizeof(Value) : sizeof(count));  // each item has a count, too
      it.resize(static_cast<std::size_t>(count));
      if constexpr (PadlessBytes<Value>)
        copy(it.data(), count, sizeof(Value));
      else
        for (auto& each : it) item(each);
    }
  }
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
