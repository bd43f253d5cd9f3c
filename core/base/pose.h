#pragma once

#include "base/types.h"

namespace talus {

/// The pose of a rigid body: b ↦ position + rotation · scale · b maps body coordinates b to world
/// coordinates.
struct Pose {
  Vec3 position = Vec3::Zero();                            ///< of the body frame's origin
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();  ///< orthonormal, determinant 1
  double scale = 1;                                        ///< > 0

  Vec3 toWorld(const Vec3& b) const { return position + rotation * (scale * b); }
  Vec3 toBody(const Vec3& p) const { return rotation.transpose() * (p - position) / scale; }

  /// The pose of another body in this body's coordinates. Positions are subtracted before the rotation, so no
  /// accuracy is lost far from the origin.
  Pose relative(const Pose& other) const {
    return {toBody(other.position), rotation.transpose() * other.rotation, other.scale / scale};
  }
};

}  // namespace talus
