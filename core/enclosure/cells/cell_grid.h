#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/types.h"

namespace talus {

/// A uniform grid of cells over a box: the discrete coordinate system of Williams and O'Connor (their
/// equation (4), as shift, scale, floor).
class CellGrid {
 public:
  /// Cell numbers along x, y, z.
  using Cell = std::array<int, 3>;

  CellGrid() = default;
  /// @param bounds non-empty; may be flat. @param wantedCells the approximate number of cells, at least 1.
  CellGrid(const Box& bounds, double wantedCells);

  int size(int axis) const { return size_[static_cast<std::size_t>(axis)]; }
  const Box& bounds() const { return bounds_; }

  /// Edge lengths of a cell; 0 where the box is flat.
  const Vec3& cellSize() const { return cellSize_; }
  /// Cells per length; 0 where the box is flat.
  double perLength(int axis) const { return perLength_[axis]; }

  /// Coordinate in units of cells, 0 at the lower face of the grid. Its rounding error is below 1e-12 cells.
  double toCells(double coordinate, int axis) const {
    return (coordinate - bounds_.min()[axis]) * perLength_[axis];
  }
  /// The cell of a point inside the bounds. Rounding may pick the neighbour within 1e-12 cells of a face.
  Cell cellOf(const Vec3& p) const { return {cellAlong(p[0], 0), cellAlong(p[1], 1), cellAlong(p[2], 2)}; }
  /// The cell number along one axis.
  int cellAlong(double coordinate, int axis) const {
    return std::clamp(static_cast<int>(toCells(coordinate, axis)), 0, size(axis) - 1);
  }
  /// The cell's reference point: its centre, rounded to double. Deterministic.
  double centre(int cell, int axis) const {
    return bounds_.min()[axis] + (static_cast<double>(cell) + 0.5) * cellSize_[axis];
  }
  Vec3 centre(const Cell& cell) const { return {centre(cell[0], 0), centre(cell[1], 1), centre(cell[2], 2)}; }

  /// Bound of the rounding error of a cell's centre, in cells.
  double centreError() const { return centreError_; }

  /// Converts a vector relative to a cell's centre to units of the cell's edges; unchanged along a flat axis.
  Vec3 inCellUnits(const Vec3& v) const { return v.cwiseProduct(perEdge_); }
  double inCellUnits(double v, int axis) const { return v * perEdge_[axis]; }

 private:
  double centreErrorAlong(Eigen::Index axis) const;

  Box bounds_;
  Cell size_{1, 1, 1};
  Vec3 cellSize_ = Vec3::Zero();
  Vec3 perLength_ = Vec3::Zero();
  Vec3 perEdge_ = Vec3::Ones();
  double centreError_ = 0;
};

}  // namespace talus
