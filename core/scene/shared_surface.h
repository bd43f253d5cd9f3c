#pragma once

#include <vector>

#include "base/pose.h"
#include "geometry/exact/intersection.h"
#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// A closed surface that many bodies share, prepared for overlap tests. Immutable: any number of threads may
/// query it. About 300 bytes per triangle.
class SharedSurface {
 public:
  /// @param mesh closed, in the body frame, of finite corners. O(n log n).
  explicit SharedSurface(const TriangleMesh& mesh);

  /// Radius of the bounding sphere about the origin of the body frame.
  double radius() const { return radius_; }
  /// Box of the rotated and scaled surface, relative to the body's position. O(points).
  Box extent(const Eigen::Matrix3d& rotation, double scale) const;

  /// Whether two bodies share a point, one contains the other, or they are closer than `clearance`.
  /// Intersection is decided exactly for the surfaces with vertices in the world as rounded by toWorld();
  /// distance and containment to rounding. Typically 1 to 50 µs.
  /// @param clearance a length ≥ 0.
  static bool touch(const SharedSurface& a, const Pose& poseA, const SharedSurface& b, const Pose& poseB,
                    double clearance);

 private:
  static bool surfacesMeet(const SharedSurface& a, const Pose& poseA, const SharedSurface& b,
                           const Pose& poseB, double clearance);
  bool holds(const Vec3& p) const;

  TriangleMesh mesh_;  // without triangles of zero area, and the points that others use
  std::vector<Index> all_;
  BoxTree tree_;
  double radius_ = 0;
};

}  // namespace talus
