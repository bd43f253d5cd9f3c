#pragma once

#include <string>

#include "base/context.h"
#include "geometry/mass/mass_properties.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// A closed surface that bodies share. Plain data; makeBodyShape() creates a valid one.
struct BodyShape {
  std::string name;             ///< unique in the scene, see isShapeName()
  TriangleMesh mesh{};          ///< closed, outward, in the body frame: the centre of mass is the origin
  Vec3 offset = Vec3::Zero();   ///< the centre of mass in the frame of the input mesh
  MassProperties properties{};  ///< of the mesh with unit density
};

/// Moves a closed surface to the body frame: equal points are merged, a surface that faces inwards is
/// inverted, the centre of mass becomes the origin. A mesh that is already in the body frame keeps its bits.
/// @throws Error open, inconsistently oriented or flat surfaces, and those with the wrong orientation of only
/// some shells, or whose centre of mass is not found by rounded numbers; Cancelled. O(triangles log
/// triangles). Runs the context's stages to 1.
BodyShape makeBodyShape(const std::string& name, const TriangleMesh& mesh, Context& context);

}  // namespace talus
