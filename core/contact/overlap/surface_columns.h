#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "contact/overlap/projected_surface.h"

namespace talus {

/// Triangles of a projected surface above the cells of a lattice: their heights in each column, and where
/// they cross the line through the middle of the column.
class SurfaceColumns {
 public:
  static constexpr int perSide = 11;  ///< cells along each side of the lattice
  static constexpr std::size_t count = std::size_t{perSide} * perSide;

  /// Where a line passes through the surface.
  struct Crossing {
    std::size_t column = 0;
    double height = 0;
    bool upper = false;  ///< the body ends there
  };

  /// @param triangles of a surface that meet the area. @param area of the lattice. O(triangles).
  SurfaceColumns(std::vector<BoxedTriangle> triangles, const Outline& area);

  /// The crossings of a line, ascending. None if they are not clear: if the line passes near an edge, or
  /// where the surface is steep.
  std::span<const Crossing> crossings(std::size_t column) const;

  /// The triangles, without those that are edge-on, that in some column reach at least that far above the
  /// other surface's lowest point there. O(triangles).
  std::vector<ProjectedTriangle> trianglesAbove(const SurfaceColumns& other, double by) const;
  /// The same for those that reach at least that far below the other surface's highest point.
  std::vector<ProjectedTriangle> trianglesBelow(const SurfaceColumns& other, double by) const;

 private:
  template <class Visit>
  void forEachColumn(const Box& box, const Visit& visit) const;
  void enter(const BoxedTriangle& triangle);
  void sortCrossings();
  template <class Reaches>
  std::vector<ProjectedTriangle> trianglesWhere(const Reaches& reaches) const;

  std::vector<BoxedTriangle> triangles_;
  Outline area_;
  Eigen::Vector2d columnsPerLength_;
  std::array<Eigen::Vector2d, perSide> middles_;  // of the columns and of the rows
  std::array<double, count> low_, high_;          // of the triangles in each column
  std::vector<Crossing> crossings_;               // by columns, then by heights
  std::array<std::uint32_t, count + 1> begin_{};
  std::array<bool, count> unclear_{};
};

/// How far two closed surfaces overlap for certain while the second moves along the direction of the
/// projection. A line passes through each body in some stretches; as long as a stretch of the one overlaps a
/// stretch of the other, the bodies do. Lines along which a surface does not begin and end alternately (where
/// it overlaps itself) do not count, as far as its crossings are known.
/// @param first with all its triangles above the second's lowest point. @param second with all its triangles
/// below the first's highest point; of the same area.
/// @return a distance up to which the bodies overlap all the time, 0 if no line tells.
double surelyOverlappingUpTo(const SurfaceColumns& first, const SurfaceColumns& second);

}  // namespace talus
