#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "broadphase/float_boxes.h"
#include "broadphase/overlap_kernel.h"

namespace talus {

/// An unbounded grid of cubic cells. Each box is in the cell of its low corner, and extends at most into the
/// next cell along each axis (fits()).
///
/// Cells are hashed so that those of a row are consecutive: three neighbours are one range of boxes. Cells
/// that share a bucket by chance are searched together; then a pair may be found twice.
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
  /// Appends the boxes with which the box at `place` of boxes() must be compared, so that each pair is
  /// visited once.
  void appendForward(std::uint32_t place, std::vector<OverlapTask>& tasks) const;
  /// Appends the boxes with which a box of another grid, which fits these cells, must be compared.
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
