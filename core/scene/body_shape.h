#pragma once

#include <string>

#include "geometry/triangle_mesh.h"

namespace talus {

/// A closed surface that bodies share. Plain data.
struct BodyShape {
  std::string name;            ///< unique in the scene, see isShapeName()
  TriangleMesh mesh;           ///< closed, outward, in the body frame: the centre of mass is the origin
  Vec3 offset = Vec3::Zero();  ///< where the centre of mass lay in the frame of the mesh as it was given
};

}  // namespace talus
