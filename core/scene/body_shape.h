#pragma once

#include <string>

#include "base/context.h"
#include "geometry/mass/mass_properties.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// A closed surface that bodies share. Plain data; makeBodyShape() makes a sound one.
struct BodyShape {
  std::string name;             ///< unique in the scene, see isShapeName()
  TriangleMesh mesh{};          ///< closed, outward, in the body frame: the centre of mass is the origin
  Vec3 offset = Vec3::Zero();   ///< where the centre of mass lay in the frame of the mesh as it was given
  MassProperties properties{};  ///< of the mesh with unit density
};

/// Moves a closed surface to the body frame: equal points are merged, a surface that faces inwards is turned
/// round, the centre of mass becomes the origin. A mesh that was so moved before stays as it is, to the bit.
/// @throws Error open, inconsistently oriented or flat surfaces, and those of which only some shells face the
/// wrong way; Cancelled. O(triangles log triangles). Runs the context's stages to 1.
BodyShape makeBodyShape(const std::string& name, const TriangleMesh& mesh, Context& context);

}  // namespace talus
