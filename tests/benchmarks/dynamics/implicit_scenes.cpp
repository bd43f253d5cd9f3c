#include "dynamics/implicit_scenes.h"

#include "contact/search/body_pair.h"
#include "core/shapes.h"
#include "shapes/bumped_sphere.h"

namespace talus::bench {

namespace {

BodyShape sphere(std::int64_t triangles, const std::string& name) {
  Context context;
  const BumpedSphereOptions options{.placement = {.size = 1}, .bumpiness = 1, .triangles = triangles};
  return makeBodyShape(name, makeBumpedSphere(options, context), context);
}

double gapOf(const Scene& scene) {
  Context context;
  const auto shapeOf = [&](std::size_t i) {
    return ContactShape(scene.shapes[static_cast<std::size_t>(scene.bodies.shape[i])].mesh, {}, context);
  };
  const auto poseOf = [&](std::size_t i) {
    return Pose{scene.bodies.position[i], scene.bodies.orientation[i].matrix(), scene.bodies.scale[i]};
  };
  const ContactShape a = shapeOf(0), b = shapeOf(1);
  return BodyPairSearch().nearest({&a, poseOf(0)}, {&b, poseOf(1)}).gap;
}

// Moves body 1 along a direction until that gap is left.
void approach(Scene& scene, const Vec3& along, double gap) {
  for (int i = 0; i < 40; ++i) {
    const double off = gapOf(scene) - gap;
    scene.bodies.position[1] -= off * along;
    if (std::abs(off) < 1e-9) return;
  }
}

Scene twoBodies(std::vector<BodyShape> shapes) {
  Scene scene;
  scene.shapes = std::move(shapes);
  scene.materials = {{.name = "stone"}};
  scene.gravity.setZero();
  scene.halo = halo;
  scene.bodies.add({.id = 0});
  scene.bodies.add({.id = 1, .shape = 1});
  return scene;
}

}  // namespace

Scene particleParticle(std::int64_t triangles, std::int64_t otherTriangles, double scale) {
  Scene scene = twoBodies({sphere(triangles, "sphere"), sphere(otherTriangles, "other")});
  scene.bodies.scale[1] = scale;
  scene.bodies.position[1] = {2 + scale, 0.03, 0.02};
  scene.bodies.velocity = {{1, 0, 0}, {-1, 0, 0}};
  approach(scene, Vec3::UnitX(), 2.05 * halo);
  return scene;
}

Scene particlePlane(std::int64_t triangles) {
  Context context;
  Scene scene =
      twoBodies({makeBodyShape("plane", shapes::groundBody(15, 6), context), sphere(triangles, "sphere")});
  scene.gravity = {0, 0, -9.81};
  scene.bodies.motion[0] = Motion::Fixed;
  scene.bodies.orientation[0] = rotationBy({0, 0.2, 0});
  scene.bodies.position = {scene.bodies.orientation[0].matrix() * Vec3(0, 0, -1.5), {0.2, 0.1, 1.5}};
  scene.bodies.velocity[1] = {0, 0, -1};
  approach(scene, Vec3::UnitZ(), 2.05 * halo);
  return scene;
}

Scene restingGrid(int nx, int ny, int nz, std::int64_t triangles) {
  Vec3 spacing;
  for (int axis = 0; axis < 3; ++axis) {
    Scene pair = twoBodies({sphere(triangles, "sphere"), sphere(triangles, "other")});
    pair.bodies.position[1] = 2 * Vec3::Unit(axis);
    approach(pair, Vec3::Unit(axis), 1.9 * halo);
    spacing[axis] = pair.bodies.position[1][axis];
  }
  Scene scene = twoBodies({sphere(triangles, "sphere"), sphere(triangles, "other")});
  scene.shapes.pop_back();
  scene.bodies = {};
  for (int n = 0; n < nx * ny * nz; ++n)
    scene.bodies.add({.id = n, .position = spacing.cwiseProduct(Vec3(n % nx, n / nx % ny, n / (nx * ny)))});
  return scene;
}

}  // namespace talus::bench
