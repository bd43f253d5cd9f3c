#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "contact/trees/contact_shape.h"
#include "contact/triangles/affine_map.h"
#include "contact/triangles/triangle_pair_batch.h"

namespace talus {

/// Pairs of triangles of two shapes that wait to be packed, by slots (see ContactShape). The corners of each
/// triangle are permuted cyclically so that corner `turn` is the first. Plain data.
struct PairSlots {
  static constexpr std::size_t capacity = PairBatch<double>::capacity;

  std::array<Index, capacity> a, b;
  std::array<std::uint8_t, capacity> turnA, turnB;
  std::size_t size = 0;

  bool full() const { return size == capacity; }
  void push(Index slotA, Index slotB, std::size_t firstOfA = 0, std::size_t firstOfB = 0) {
    a[size] = slotA;
    b[size] = slotB;
    turnA[size] = static_cast<std::uint8_t>(firstOfA);
    turnB[size] = static_cast<std::uint8_t>(firstOfB);
    ++size;
  }
  /// Repeats the last pair up to a multiple of `block`; `size` does not change.
  void fill(std::size_t block) {
    for (std::size_t i = size; i % block != 0; ++i) {
      a[i] = a[size - 1];
      b[i] = b[size - 1];
      turnA[i] = turnA[size - 1];
      turnB[i] = turnB[size - 1];
    }
  }
};

/// Fills a batch with the pairs, at least one; the map is applied to the triangles of A. PairBatch::pad() is
/// not needed: lanes after the last pair keep earlier values. About 6 ns per pair.
/// @param batch zero-initialised or filled before.
void packPairs(const ContactShape& a, const AffineMap<float>& map, const ContactShape& b, PairSlots& pairs,
               PairBatch<float>& batch);
void packPairs(const ContactShape& a, const AffineMap<double>& map, const ContactShape& b, PairSlots& pairs,
               PairBatch<double>& batch);

}  // namespace talus
