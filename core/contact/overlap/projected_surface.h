#pragma once

#include <array>
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
  bool isEdgeOn() const { return !isWide(1e-12); }
  /// Whether its projection has an area of more than that share of the product of two edges' lengths.
  bool isWide(double share) const;
  /// @return the height of its plane at a point, not beyond those of its corners.
  double heightAt(const Eigen::Vector2d& p) const;
};

/// A closed surface seen along a direction.
class ProjectedSurface {
 public:
  /// Heights along a line between which it is inside the surface.
  struct Stretch {
    double begin = 0, end = 0;
  };
  enum class Side { Below, Above };

  /// @param surface must outlive this. @param toFrame from the surface to the frame of the view. @param
  /// origin of the projection, in that frame: near the surface, so that the projection adds no rounding far
  /// from the frame's own. @param view its rows: two directions in the plane, and that of the heights.
  ProjectedSurface(const SurfaceCells& surface, const Pose& toFrame, const Vec3& origin,
                   const Eigen::Matrix3d& view)
      : surface_(surface), toFrame_(toFrame), origin_(origin), view_(view) {}

  /// A point of the frame of the view, projected: two coordinates in the plane, then the height.
  Vec3 seen(const Vec3& inFrame) const { return view_ * (inFrame - origin_); }
  /// Of a triangle, projected.
  std::array<Vec3, 3> corners(Index triangle) const;
  /// A box around the projected surface, not tight.
  Box box() const;
  /// The heights of the highest and of the lowest point that a triangle uses. About O(√N).
  double highest() const { return farthest(1); }
  double lowest() const { return -farthest(-1); }
  /// The stretches that are inside the surface of the line from a projected point upwards or downwards,
  /// ascending. None if they are not clear: if the line passes near an edge, or where the surface is steep,
  /// or if they do not begin and end alternately, as where the surface overlaps itself. O(cells along the
  /// line).
  std::vector<Stretch> stretches(const Vec3& from, Side side) const;

 private:
  double farthest(double sign) const;
  double size() const;
  double rounding() const;
  Vec3 place(Index point) const { return seen(toFrame_.toWorld(surface_.mesh().point(point))); }

  const SurfaceCells& surface_;
  Pose toFrame_;
  Vec3 origin_;
  Eigen::Matrix3d view_;
};

/// When two closed surfaces overlap for certain while the second moves along the direction of the projection:
/// as long as a stretch of a line that is inside the first overlaps one that is inside the second.
/// @param line its two coordinates in the plane. @param above of the first body, stretches above that height.
/// @param below of the second body, those below that one.
/// @return translations from which and to which the bodies overlap; none if the line does not tell.
std::vector<ProjectedSurface::Stretch> sureOverlaps(const ProjectedSurface& first,
                                                    const ProjectedSurface& second,
                                                    const Eigen::Vector2d& line, double above, double below);

}  // namespace talus
