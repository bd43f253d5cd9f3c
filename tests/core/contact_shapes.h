#pragma once

#include "contact/scene/contact_geometry.h"

/// Shapes and poses for tests of contacts.
namespace talus {

inline ContactGeometry geometryOf(const TriangleMesh& mesh) {
  Context context;
  return {mesh, "shape", {}, context};
}

inline Pose at(const Vec3& position, double scale = 1) {
  return {position, Eigen::Matrix3d::Identity(), scale};
}

}  // namespace talus
