#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/large_array.h"
#include "enclosure/cells/cell_grid.h"
#include "enclosure/cells/cell_raster.h"
#include "enclosure/cells/triangle_set.h"

namespace talus {

/// A point, shifted by the infinitesimal (ε, ε², ε³), and the winding number there.
struct Reference {
  Vec3 point;
  std::int32_t winding = 0;
};

/// The exact winding numbers of the centres of all cells of a grid, in the order of blocks and bits
/// (CellPlace).
///
/// Each triangle adds ±1 to the lines of cell centres along z that it crosses, from the crossing upwards; a
/// prefix sum converts these steps to winding numbers. Every centre is shifted by an infinitesimal (ε, ε²,
/// ε³), symbolically, so that no line ever meets an edge or vertex.
///
/// Use: add() the crossings of all triangles, then sum(), then read. Winding numbers rarely exceed ±1, so
/// each is stored in one byte. If that does not suffice, sum() returns false, and everything must be repeated
/// with a wide scan.
class WindingScan {
 public:
  /// @param numbers the triangles that may cross the grid's box.
  /// @param start a point in the box whose winding number is known. Without one, winding numbers are 0 below
  ///   the box.
  /// @param oriented if false, parities, 0 or 1, replace winding numbers.
  WindingScan(const CellGrid& grid, const TriangleSet& triangles, std::span<const std::uint32_t> numbers,
              const std::optional<Reference>& start, bool oriented, bool wide);

  /// Adds crossings (Raster). Thread-safe.
  void add(std::span<const LineCrossing> crossings);
  /// @return false if a winding number is too large for a narrow scan. About 5 ns per block.
  bool sum();

  std::int32_t operator()(std::size_t block, unsigned bit) const {
    const std::size_t at = block * 64 + bit;
    return narrow_.size() == 0 ? wide_[at] : narrow_[at];
  }

  /// Common data of the 64 cells of a block.
  struct Summary {
    std::uint64_t odd = 0;      ///< cells of odd winding number
    std::uint64_t further = 0;  ///< cells whose winding number is neither 0 nor `winding`
    std::int32_t winding = 0;   ///< an odd winding number of the block; 0 if there is none
  };
  Summary summary(std::size_t block) const;

 private:
  template <class Count>
  void addTo(LargeArray<Count>& counts, std::span<const LineCrossing> crossings);
  template <class Count>
  void sumOf(LargeArray<Count>& counts);
  std::int32_t bottom(std::size_t x, std::size_t y) const;

  const CellGrid& grid_;
  const TriangleSet& triangles_;
  bool oriented_;
  bool shared_;                       // by several threads
  std::vector<std::int32_t> bottom_;  // winding numbers of the lowest layer of cells, x first; empty: all 0
  LargeArray<std::int8_t> narrow_;
  LargeArray<std::int32_t> wide_;
  std::atomic<bool> overflow_{false};
};

}  // namespace talus
