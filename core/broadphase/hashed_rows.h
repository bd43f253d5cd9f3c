#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "broadphase/float_boxes.h"
#include "broadphase/overlap_kernel.h"

namespace talus {

/// A grid of cubic cells without bounds. Each of its boxes is in the cell of its low corner, and reaches at
/// most into the next cell along each axis (fits()).
///
/// Cells are hashed so that those of a row lie one after the other: three neighbours are one range of boxes.
/// Cells that share a bucket by chance, too, are searched together; then a pair may be found twice.
class HashedRows {
 public:
  using Cell = std::array<std::int32_t, 3>;

  explicit HashedRows(float cellSize) : inverse_(1.0F / cellSize) {}

  /// Whether a box is small enough for these cells.
  bool fits(const FloatBoxes& boxes, std::uint32_t box) const;
  /// Puts boxes into the grid; each must fit.
  void fill(const FloatBoxes& boxes, std::span<const std::uint32_t> which);

  /// Its boxes, cell by cell.
  const FloatBoxes& boxes() const { return boxes_; }
  /// Appends what the box at `place` of boxes() must be compared with, so that each pair is looked at from
  /// one side.
  void appendForward(std::uint32_t place, std::vector<OverlapTask>& tasks) const;
  /// Appends what a box of another grid, which fits these cells, must be compared with.
  void appendAround(const FloatBoxes& others, std::uint32_t other, std::vector<OverlapTask>& tasks) const;
  std::size_t memoryBytes() const;

 private:
  std::int32_t cellOf(float x) const;
  Cell lowCell(const FloatBoxes& boxes, std::uint32_t box) const;
  Cell highCell(const FloatBoxes& boxes, std::uint32_t box) const;
  std::uint32_t bucket(std::int32_t x, std::int32_t y, std::int32_t z) const;
  void appendRow(std::uint32_t query, const Cell& from, std::int32_t last,
                 std::vector<OverlapTask>& tasks) const;

  float inverse_;
  std::uint32_t mask_ = 0;
  std::vector<std::uint32_t> begins_;  // of each bucket in boxes_, and the end
  FloatBoxes boxes_;
};

/// Overlapping pairs within a grid, with some found twice.
PairParts searchWithin(const HashedRows& grid, const BoxArrays& exact);
/// Overlapping pairs of a grid's boxes with those of a grid of larger cells, with some found twice.
PairParts searchBetween(const HashedRows& fine, const HashedRows& coarse, const BoxArrays& exact);

}  // namespace talus
