#pragma once

#include <cmath>
#include <random>

#include "base/pose.h"
#include "geometry/mesh/triangle_mesh.h"
#include "shapes/convex_grain.h"

namespace talus::posed_corners {

inline TriangleMesh grain(int vertices) {
  Context context;
  return makeConvexGrain({.vertices = vertices, .seed = 3}, context);
}

inline Pose randomPose(std::mt19937& random, double far, double scale) {
  std::normal_distribution<double> normal;
  const Eigen::Quaterniond q(normal(random), normal(random), normal(random), normal(random));
  const Vec3 position = far * Vec3(normal(random), normal(random), normal(random));
  return {position, q.normalized().toRotationMatrix(), scale};
}

// The corners in extended precision.
using LongVec = Eigen::Matrix<long double, 3, 1>;

inline LongVec posed(const Vec3& p, const Pose& pose) {
  return pose.position.cast<long double>() +
         static_cast<long double>(pose.scale) * (pose.rotation.cast<long double>() * p.cast<long double>());
}

struct Limits {
  LongVec low = LongVec::Constant(HUGE_VALL), high = LongVec::Constant(-HUGE_VALL);
  Limits(const TriangleMesh& mesh, const Pose& pose) {
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
      for (const Vec3& corner : mesh.corners(t)) {
        low = low.cwiseMin(posed(corner, pose));
        high = high.cwiseMax(posed(corner, pose));
      }
  }
  bool within(const Box& box) const {
    return (box.min().cast<long double>().array() <= low.array()).all() &&
           (box.max().cast<long double>().array() >= high.array()).all();
  }
};

}  // namespace talus::posed_corners
