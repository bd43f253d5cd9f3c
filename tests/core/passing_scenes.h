#pragma once

#include <cmath>
#include <numbers>
#include <string>

#include "dynamics/certificate/near_bodies.h"
#include "dynamics_scenes.h"
#include "shapes/container.h"
#include "shapes/convex_grain.h"
#include "shapes/random.h"
#include "shapes/solid.h"

/// Scenes in which bodies would pass through each other, for tests.
namespace talus::passing {

/// A body's mass by the first material's density.
inline void add(Scene& scene, Body body) {
  const BodyShape& shape = scene.shapes[static_cast<std::size_t>(body.shape)];
  body.mass = scene.materials[0].density * shape.properties.volume * body.scale * body.scale * body.scale;
  scene.bodies.add(body);
}

inline Scene sceneOf(double young) {
  Scene scene;
  scene.materials = {{.name = "stone", .young = young}};
  return scene;
}

/// Cubes of 1 m at the origin, as guards know them.
struct Cubes {
  Scene scene;
  BodyInertia inertia{scene};
  ContactLibrary library;
  std::vector<GuardedBody> guarded;

  /// @param first motion of the first one.
  explicit Cubes(std::size_t count, Motion first = Motion::Dynamic)
      : scene(cubes(count, first)), guarded(count, {.extent = 0.87, .removed = 1}) {
    Context context;
    context.beginStage(1, 24);
    library.add(scene.shapes[0].mesh, "cube", context, scene.shapes[0].offset);
  }
  BodyState start() const { return inertia.stateOf(scene.bodies); }

 private:
  static Scene cubes(std::size_t count, Motion first) {
    Scene scene = dynamics::sceneOf(dynamics::cuboid({1, 1, 1}), static_cast<int>(count));
    scene.bodies.motion[0] = first;
    return scene;
  }
};

struct TwoCubes : Cubes {
  TwoCubes() : Cubes(2) {}
};

/// A plate of 20 cm, tilted, flies at a wall of 1 m in the plane z = 0.
inline Scene plateAtWall(double thickness, double speed, double young) {
  Scene scene = sceneOf(young);
  scene.gravity.setZero();
  scene.shapes = {dynamics::cuboid({1, 1, thickness}, "wall"),
                  dynamics::cuboid({0.2, 0.2, thickness}, "plate")};
  add(scene, {.id = 1, .shape = 0, .motion = Motion::Fixed});
  add(scene, {.id = 2,
              .shape = 1,
              .position = {0.01, 0.02, 0.3},
              .orientation = rotationBy({0.1, 0.2, 0.3}),
              .velocity = {0.1 * speed, 0, -speed}});
  return scene;
}

/// A grain of 5 cm flies about in a closed drum of 50 cm with a wall of 2 mm.
inline Scene grainInDrum(double speed) {
  Context context;
  Scene scene = sceneOf(1e7);
  const ContainerOptions drum{.kind = Container::Drum,
                              .placement = {.size = 0.5},
                              .thickness = 0.004,
                              .height = 0.6,
                              .opening = 0,
                              .segments = 32};
  scene.shapes = {makeBodyShape("drum", makeContainer(drum, context), context),
                  makeBodyShape("grain", makeConvexGrain({.placement = {.size = 0.05}}, context), context)};
  add(scene, {.id = 1, .shape = 0, .motion = Motion::Fixed});
  add(scene, {.id = 2, .shape = 1, .velocity = {speed, 0.4 * speed, 0.3 * speed}});
  return scene;
}

/// A lid of 5 kg comes down on 18 grains in three rows on the ground.
inline Scene lidOnGrains(double young) {
  Context context;
  Scene scene = sceneOf(young);
  scene.shapes = {
      dynamics::cuboid({1, 1, 0.02}, "ground"), dynamics::cuboid({0.4, 0.25, 0.02}, "lid"),
      makeBodyShape("grain", makeConvexGrain({.placement = {.size = 0.04}, .vertices = 20}, context),
                    context)};
  add(scene, {.id = 1, .shape = 0, .position = {0, 0, -0.01}, .motion = Motion::Fixed});
  add(scene, {.id = 2, .shape = 1, .position = {0, 0, 0.06}});
  for (int n = 0; n < 18; ++n)
    add(scene, {.id = 10 + n,
                .shape = 2,
                .position = {0.06 * (n % 6 - 2.5), 0.06 * (n / 6 - 1), 0.023},
                .orientation = rotationBy({0.4 * n, 0.2, 0.1 * n})});
  return scene;
}

/// A chain of rings that hangs from its first one, every other turned by a right angle.
inline Scene chain(int links, double young) {
  Context context;
  Scene scene = sceneOf(young);
  scene.shapes = {makeBodyShape(
      "ring",
      makeSolid(Solid::Torus, {.placement = {.size = 0.1}, .tubeDiameter = 0.2, .segments = 16}, context),
      context)};
  for (int n = 0; n < links; ++n)
    add(scene, {.id = n,
                .position = {0.055 * n, 0, 0},
                .orientation = rotationBy({n % 2 * std::numbers::pi / 2, 0, 0}),
                .motion = n == 0 ? Motion::Fixed : Motion::Dynamic});
  return scene;
}

/// Two walls come together with a grain between them.
inline Scene press(double speed) {
  Context context;
  Scene scene = sceneOf(1e7);
  scene.gravity.setZero();
  scene.shapes = {dynamics::cuboid({0.3, 0.3, 0.02}, "wall"),
                  makeBodyShape("grain", makeConvexGrain({.placement = {.size = 0.05}}, context), context)};
  add(scene, {.id = 1, .shape = 0, .position = {0, 0, -0.05}, .motion = Motion::Prescribed});
  add(scene, {.id = 2, .shape = 0, .position = {0, 0, 0.05}, .motion = Motion::Prescribed});
  add(scene, {.id = 3, .shape = 1});
  scene.motions.push_back({.bodies = {1}, .kind = TranslationMotion{{0, 0, speed}}});
  scene.motions.push_back({.bodies = {2}, .kind = TranslationMotion{{0, 0, -speed}}});
  return scene;
}

/// A wall of 2 mm catches up with a free, tilted plate, also of 2 mm.
inline Scene pushedPlate(double speed, double young) {
  Scene scene = plateAtWall(0.002, 0, young);
  scene.bodies.motion[0] = Motion::Prescribed;
  scene.motions.push_back({.bodies = {1}, .kind = TranslationMotion{{0, 0, speed}}});
  return scene;
}

/// Grains, plates and rings fly through each other's space at up to that speed.
inline Scene randomFlight(std::uint64_t seed, int bodies, double speed, double young) {
  Context context;
  Scene scene = sceneOf(young);
  scene.shapes = {
      makeBodyShape("grain", makeConvexGrain({.placement = {.size = 0.1}, .vertices = 14}, context), context),
      dynamics::cuboid({0.12, 0.12, 0.002}, "plate"),
      makeBodyShape("ring",
                    makeSolid(Solid::Torus,
                              {.placement = {.size = 0.12}, .tubeDiameter = 0.2, .segments = 12}, context),
                    context)};
  const KeyedRandom random(seed);
  for (int n = 0; n < bodies; ++n) {
    const auto vector = [&](std::int64_t i) {
      return Vec3(random[n][i].between(), random[n][i + 1].between(), random[n][i + 2].between());
    };
    const Vec3 place = 0.2 * Vec3(n % 3 - 1, n / 3 % 3 - 1, n / 9);
    add(scene, {.id = n,
                .shape = n % 3,
                .position = place,
                .orientation = rotationBy(3 * vector(0)),
                .velocity = speed * (vector(3) - 3 * place),
                .angularVelocity = 10 * speed * vector(6)});
  }
  return scene;
}

/// A block lies on a plane that is steep by an angle.
inline Scene incline(double angle, double friction) {
  Scene scene = sceneOf(1e7);
  scene.materials[0].contact = {.restitution = 0.3, .friction = friction};
  scene.gravity = 9.81 * Vec3(std::sin(angle), 0, -std::cos(angle));
  scene.shapes = {dynamics::cuboid({2, 2, 0.1}, "plane"), dynamics::cuboid({0.2, 0.2, 0.05}, "block")};
  add(scene, {.id = 1, .shape = 0, .position = {0, 0, -0.05}, .motion = Motion::Fixed});
  add(scene, {.id = 2, .shape = 1, .position = {-0.5, 0, 0.0258}});
  return scene;
}

/// Half a circle of equal stones of mean radius 1 m between two fixed ones, with gaps of the halos' range.
/// Such an arch stands if it is thicker than 0.1075 of its radius: J. Heyman, "The safety of masonry arches",
/// International Journal of Mechanical Sciences 11 (1969).
inline Scene arch(double thickness, double halo, int stones = 15) {
  constexpr double depth = 0.3;
  Scene scene = sceneOf(1e8);
  scene.materials[0].contact = {.restitution = 0.3, .friction = 0.8};
  scene.halo = halo;
  const double half = 0.5 * std::numbers::pi / stones - halo;  // radians: the gap is 2 ε at the mean radius
  TriangleMesh stone = shapes::box({-1, -1, -1}, {1, 1, 1});
  for (Index p = 0; p < static_cast<Index>(stone.pointCount()); ++p) {
    const Vec3 at = stone.point(p);
    const double radius = 1 + 0.5 * thickness * at.z(), angle = half * at.x();
    const Vec3 place(radius * std::sin(angle), 0.5 * depth * at.y(), radius * std::cos(angle));
    stone.x[static_cast<std::size_t>(p)] = place.x();
    stone.y[static_cast<std::size_t>(p)] = place.y();
    stone.z[static_cast<std::size_t>(p)] = place.z();
  }
  Context context;
  scene.shapes = {makeBodyShape("stone", stone, context)};
  for (int n = -1; n <= stones; ++n) {
    const Quaternion turn = rotationBy((n - 0.5 * (stones - 1)) * std::numbers::pi / stones * Vec3::UnitY());
    add(scene, {.id = n + 1,
                .position = turn.rotate(scene.shapes[0].offset),
                .orientation = turn,
                .motion = n < 0 || n == stones ? Motion::Fixed : Motion::Dynamic});
  }
  return scene;
}

/// Four bricks of 1 m on a table, each over the edge of the one below by a part of 1/2, 1/4, 1/6 and 1/8 m,
/// from the top. The harmonic overhang, part = 1, is the greatest at which none tips: P. B. Johnson, "Leaning
/// tower of lire", American Journal of Physics 23 (1955) 240.
inline Scene overhang(double part, double halo) {
  constexpr int bricks = 4;
  constexpr double thickness = 0.1;
  Scene scene = sceneOf(1e8);
  scene.materials[0].contact = {.restitution = 0.3, .friction = 0.5};
  scene.halo = halo;
  scene.shapes = {dynamics::cuboid({2, 0.3, thickness}, "table"),
                  dynamics::cuboid({1, 0.3, thickness}, "brick")};
  add(scene, {.id = 1, .shape = 0, .position = {-1, 0, 0}, .motion = Motion::Fixed});
  double end = 0;
  for (int n = 1; n <= bricks; ++n) {
    end += part * 0.5 / (bricks + 1 - n);
    add(scene, {.id = n + 1, .shape = 1, .position = {end - 0.5, 0, n * (thickness + 2 * halo)}});
  }
  return scene;
}

}  // namespace talus::passing
