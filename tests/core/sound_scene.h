#pragma once

#include "scene/scene.h"
#include "shapes.h"

namespace talus::test {

/// A ball and a drum: two materials, one pair, one motion.
inline Scene soundScene() {
  Scene scene;
  scene.shapes = {{"ball", shapes::sphere(1), Vec3::Zero()}, {"drum", shapes::sphere(2), Vec3(1, 2, 3)}};
  scene.materials = {{.name = "glass"}, {.name = "steel", .density = 7800}};
  scene.pairs = {{0, 1, {.friction = 0.1}}};
  scene.bodies.add({.id = 7});
  scene.bodies.add({.id = -3, .shape = 1, .material = 1, .motion = Motion::Prescribed});
  scene.motions = {{{-3}, RotationMotion{.angularSpeed = 1}}, {{7, -3}, Removal{2}}};
  return scene;
}

}  // namespace talus::test
