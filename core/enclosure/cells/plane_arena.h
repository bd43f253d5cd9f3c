#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/large_array.h"
#include "enclosure/cells/cell_planes.h"

namespace talus {

/// Memory for planes that are made when they are first needed, by any number of threads. Each owner of planes
/// has a place, which says where they are. It is claimed by one thread, which makes them.
class PlaneArena {
 public:
  /// A place: `unmade`, `claimed`, or the number of the first group, plus `made`.
  using Place = std::uint32_t;
  static constexpr Place unmade = 0;

  PlaneArena() = default;
  /// @param groups how many may be taken in all. Their memory is untouched until then.
  explicit PlaneArena(std::size_t groups) : groups_(groups) {}

  /// The planes; null while they are unmade or claimed.
  const PlaneGroup* find(Place& place) const {
    const Place now = std::atomic_ref(place).load(std::memory_order_acquire);
    return now < made ? nullptr : groups_.data() + (now - made);
  }
  /// @return true for the one thread that must make the planes.
  static bool claim(Place& place) {
    Place expected = unmade;
    return std::atomic_ref(place).compare_exchange_strong(expected, claimed, std::memory_order_relaxed);
  }
  /// Groups that are nobody's yet, side by side.
  PlaneGroup* take(std::size_t count) {
    return groups_.data() + std::atomic_ref(taken_).fetch_add(count, std::memory_order_relaxed);
  }
  /// Shows the planes of a claimed place to all threads.
  void show(Place& place, const PlaneGroup* groups) const {
    std::atomic_ref(place).store(made + static_cast<Place>(groups - groups_.data()),
                                 std::memory_order_release);
  }

  /// If all planes are made.
  std::size_t memoryBytes() const { return groups_.memoryBytes(); }

 private:
  static constexpr Place claimed = 1, made = 2;

  LargeArray<PlaneGroup> groups_;
  std::size_t taken_ = 0;
};

}  // namespace talus
