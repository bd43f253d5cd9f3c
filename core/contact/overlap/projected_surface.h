#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/pose.h"
#include "contact/overlap/surface_cells.h"

namespace talus {

/// A rectangle in the plane of a projection; closed.
using Outline = Eigen::AlignedBox2d;

/// Twice the area of a triangle in the plane: > 0 if its corners run counter-clockwise. Rounded.
inline double orientation2d(const Vec3& a, const Vec3& b, const Eigen::Vector2d& p) {
  return (b.x() - a.x()) * (p.y() - a.y()) - (b.y() - a.y()) * (p.x() - a.x());
}

/// A triangle projected along a direction: its corners in the plane perpendicular to it, and their heights
/// above that plane.
struct ProjectedTriangle {
  std::array<Vec3, 3> at;  ///< two coordinates in the plane, then the height
  Eigen::Vector2d slope;   ///< height over way along each coordinate
  double orientation = 0;  ///< > 0: the corners run counter-clockwise
  Outline outline;
  double low = 0, high = 0;  ///< least and greatest height

  explicit ProjectedTriangle(const std::array<Vec3, 3>& corners);
  /// Whether its projection has no area; the projections of its neighbours cover it.
  bool isEdgeOn() const;
  /// @return the height of its plane at a point, not beyond those of its corners.
  double heightAt(const Eigen::Vector2d& p) const;
};

/// A triangle of a projected surface, and the box around it.
struct BoxedTriangle {
  std::array<Vec3, 3> at;  ///< as those of ProjectedTriangle
  Box box;
};

/// A surface projected along a direction: its patches at once, their triangles where they are asked for.
class ProjectedSurface {
 public:
  /// @param surface must outlive this. @param toFrame from the surface to the frame of the view. @param
  /// origin of the projection, in that frame: near the surface, so that the projection adds no rounding far
  /// from the frame's own. @param view its rows: two directions in the plane, and that of the heights.
  /// O(patches).
  ProjectedSurface(const SurfaceCells& surface, const Pose& toFrame, const Vec3& origin,
                   const Eigen::Matrix3d& view);

  /// Around all triangles, not tightly; the third coordinate is the height.
  const Box& bounds() const { return bounds_; }
  /// The heights of the highest and of the lowest point that a triangle uses.
  double highest() const { return farthest(1); }
  double lowest() const { return -farthest(-1); }
  /// A box around all triangles that meet a box, not tightly. O(patches).
  Box boundsIn(const Box& where) const;
  /// The triangles whose boxes meet a box. O(patches + triangles in those that meet it).
  std::vector<BoxedTriangle> trianglesIn(const Box& where) const;

 private:
  double farthest(double sign) const;
  Vec3 place(Index point) const { return view_ * (toFrame_.toWorld(mesh_.point(point)) - origin_); }

  const TriangleMesh& mesh_;
  const SurfacePatches& patches_;
  Pose toFrame_;
  Vec3 origin_;
  Eigen::Matrix3d view_;
  std::vector<Box> boxes_;  // around the patches
  Box bounds_;
};

/// Projected triangles in cells.
class ProjectionGrid {
 public:
  ProjectionGrid() = default;
  /// @param area a rectangle; triangles outside of it are left out. About as many cells as triangles, fewer
  /// if these are long. O(triangles).
  ProjectionGrid(std::vector<ProjectedTriangle> triangles, const Outline& area);

  const std::vector<ProjectedTriangle>& triangles() const { return triangles_; }
  /// Calls visit(triangle) once for each triangle whose outline meets that of another, within the area, and
  /// whose heights meet the range from `low` to `high`.
  template <class Visit>
  void forEachNear(const ProjectedTriangle& other, double low, double high, const Visit& visit) const;

 private:
  struct Cells {
    int left, right, bottom, top;  // inclusive; none if right < left or top < bottom
  };

  Cells cellsOf(const Outline& outline) const;
  std::size_t entries() const;
  void fill();
  std::size_t cell(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(perSide_) +
           static_cast<std::size_t>(column);
  }

  // What a search asks of a triangle before it looks at the triangle itself.
  struct Entry {
    std::uint32_t triangle = 0;
    std::int32_t left = 0, bottom = 0;  // its first cell
  };
  struct Heights {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
  };

  std::vector<ProjectedTriangle> triangles_;
  Outline area_;
  int perSide_ = 1;
  Eigen::Vector2d cellsPerLength_;
  std::vector<std::uint32_t> begin_;  // of each cell's entries, and the end
  std::vector<Entry> entries_;
  std::vector<Heights> heights_;  // of the triangles in each cell
};

template <class Visit>
void ProjectionGrid::forEachNear(const ProjectedTriangle& other, double low, double high,
                                 const Visit& visit) const {
  const Cells where = cellsOf(other.outline);
  for (int row = where.bottom; row <= where.top; ++row)
    for (int column = where.left; column <= where.right; ++column) {
      const std::size_t here = cell(column, row);
      if (heights_[here].high < low || heights_[here].low > high) continue;
      for (std::uint32_t i = begin_[here]; i < begin_[here + 1]; ++i) {
        // Both may have several cells in common: only the first of them counts.
        const Entry& entry = entries_[i];
        if (column != std::max(entry.left, where.left) || row != std::max(entry.bottom, where.bottom))
          continue;
        const ProjectedTriangle& triangle = triangles_[entry.triangle];
        if (triangle.high >= low && triangle.low <= high && triangle.outline.intersects(other.outline))
          visit(triangle);
      }
    }
}

}  // namespace talus
