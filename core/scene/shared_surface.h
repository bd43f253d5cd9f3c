#pragma once

#include <vector>

#include "base/pose.h"
#include "geometry/exact/intersection.h"
#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// A closed surface that many bodies share, ready to be asked whether two of them touch. Immutable: any
/// number of threads may ask. About 300 bytes a triangle.
class SharedSurface {
 public:
  /// @param mesh closed, in the body frame, of finite corners. O(n log n).
  explicit SharedSurface(const TriangleMesh& mesh);

  /// Radius of the sphere about the origin of the body frame that holds the surface.
  double radius() const { return radius_; }
  /// Box about the surface, turned and scaled, relative to the body's position. O(points).
  Box extent(const Eigen::Matrix3d& rotation, double scale) const;

  /// Whether two bodies share a point, one holds the other, or they come nearer than `clearance`.
  ///
  /// Exact for the surfaces with their corners in the world, as toWorld() rounds them, as far as they meet;
  /// to rounding as far as they come near or one holds the other. Typically 1 to 50 µs.
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
