#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/types.h"

namespace talus {

/// Some rows of cells along x in one layer of a lattice, with the results for the triangles in them.
struct RowTile {
  Index rowBegin = 0;  ///< along y
  Index rowEnd = 0;
  Index width = 0;                    ///< cells of a row
  std::vector<std::uint8_t> touched;  ///< 1 where a triangle may pass through the cell
  /// Volume between the lower x face of the cell and the triangles in it, in cells.
  std::vector<double> volume;
  /// Projected area along x of the triangles in a cell, in faces of a cell: their contribution to each
  /// earlier cell of the row. One more than `width`: the last entry is for triangles beyond the row.
  std::vector<double> cover;

  std::size_t at(Index row, Index cell) const {
    return static_cast<std::size_t>(row - rowBegin) * static_cast<std::size_t>(width + 1) +
           static_cast<std::size_t>(cell);
  }
};

/// Triangles clipped to the cells of a lattice, row by row: the cells that they touch, and the volume that
/// they enclose in each.
///
/// The volume that closed, outward triangles enclose is the integral over them of x n_x (divergence theorem).
/// For one triangle it is the volume between it and the plane x = 0, with the sign of n_x. So a piece of a
/// triangle in a cell adds the volume between it and the cell's lower face to the cell, and its projected
/// area to every earlier cell of the row. No result depends on a decision that rounding could change: volumes
/// are continuous functions of the vertices.
///
/// Memory: 72 bytes per triangle, 4 bytes for each layer that it touches.
class TriangleRows {
 public:
  using Corners = std::array<Vec3, 3>;

  /// @param triangles in units of cells (VoxelGrid::toVoxels); magnitudes below 1e9.
  /// @param counts cells along each axis. Triangles beyond them are ignored, except those beyond the end of a
  /// row, which cover it.
  TriangleRows(std::vector<Corners> triangles, const std::array<Index, 3>& counts);

  /// Fills a tile: the rows [rowBegin, rowEnd) of a layer. Triangles are added in their order. The last bits
  /// depend on where tiles begin.
  /// @param volumes compute volume and cover, too.
  void fill(Index layer, bool volumes, RowTile& tile) const;

 private:
  class Filler;

  std::vector<Corners> triangles_;
  std::array<Index, 3> counts_;
  std::vector<std::size_t> firstOfLayer_;
  std::vector<Index> ofLayer_;  // triangles of each layer, ascending
};

}  // namespace talus
