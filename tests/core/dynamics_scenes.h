#pragma once

#include <string>

#include "geometry/mass/mass_properties.h"
#include "scene/scene.h"
#include "shapes.h"

/// Scenes with known dynamics, for tests.
namespace talus::dynamics {

/// A cuboid about the origin with these edges, mass properties and all. Its moments of inertia are
/// m/12 (b² + c²) and so on.
inline BodyShape cuboid(const Vec3& edges, const std::string& name = "cuboid") {
  Context context;
  return makeBodyShape(name, shapes::box(-edges / 2, edges / 2), context);
}

/// The edges of the cuboid of mass 1 kg with these principal moments (each less than the sum of the others).
inline Vec3 edgesOf(const Vec3& moments) {
  const double sum = moments.sum() / 2;
  return (12 * (Vec3::Constant(sum) - moments)).cwiseSqrt();
}

/// Bodies of 1 kg, all of one shape, that rest at the origin; no gravity.
inline Scene sceneOf(const BodyShape& shape, std::size_t count = 1) {
  Scene scene;
  scene.shapes = {shape};
  scene.materials = {{.name = "stone"}};
  scene.gravity.setZero();
  for (std::size_t i = 0; i < count; ++i) scene.bodies.add({.id = static_cast<std::int64_t>(i)});
  return scene;
}

}  // namespace talus::dynamics
