#pragma once

#include <cmath>
#include <numbers>

#include "scene/scene.h"
#include "shapes/container.h"
#include "shapes/convex_grain.h"
#include "shapes/random.h"
#include "shapes/solid.h"

/// Scenes whose bodies are spread over several ranks, for tests.
namespace talus::on_ranks {

inline BodyShape grain(double size, int vertices) {
  Context context;
  return makeBodyShape("grain", makeConvexGrain({.placement = {.size = size}, .vertices = vertices}, context),
                       context);
}

inline BodyShape cuboid(const std::string& name, const Vec3& extents) {
  Context context;
  return makeBodyShape(name, makeSolid(Solid::Cuboid, {.extents = extents}, context), context);
}

/// A body's mass by the first material's density.
inline void add(Scene& scene, Body body) {
  const BodyShape& shape = scene.shapes[static_cast<std::size_t>(body.shape)];
  body.mass = scene.materials[0].density * shape.properties.volume * body.scale * body.scale * body.scale;
  scene.bodies.add(body);
}

inline Vec3 vectorOf(const KeyedRandom& random, std::int64_t n, std::int64_t first) {
  return {random[n][first].between(), random[n][first + 1].between(), random[n][first + 2].between()};
}

inline Scene sceneOf(double young, double friction) {
  Scene scene;
  scene.materials = {
      {.name = "stone", .young = young, .contact = {.restitution = 0.4, .friction = friction}}};
  return scene;
}

/// Grains of several sizes, in random order, fall onto a floor and each other. One is removed on the way.
inline Scene heap(int across, int layers) {
  Scene scene = sceneOf(1e6, 0.5);
  scene.materials[0].contact.rollingResistance = 0.02;
  scene.shapes = {grain(0.05, 20), cuboid("floor", {2, 2, 0.1})};
  const KeyedRandom random(4);
  const int count = across * across * layers;
  for (int n = 0; n < count; ++n) {
    const int at = n * 37 % count;  // 37 has no common factor with the count
    const Vec3 cell(at % across, at / across % across, at / (across * across));
    add(scene, {.id = 1000 - n,
                .position = 0.055 * cell + 0.004 * vectorOf(random, n, 0) + Vec3(0, 0, 0.04),
                .orientation = rotationBy(3 * vectorOf(random, n, 3)),
                .scale = 0.8 + 0.2 * random[n][6].between(),
                .velocity = 0.3 * vectorOf(random, n, 7) - Vec3(0, 0, 1),
                .angularVelocity = 5 * vectorOf(random, n, 10)});
    if (n == count / 2)  // walls may be anywhere among the bodies
      add(scene, {.id = 2000, .shape = 1, .position = {0.1, 0.1, -0.05}, .motion = Motion::Fixed});
  }
  scene.motions.push_back({.bodies = {1000 - count / 3}, .kind = Removal{0.05}});
  return scene;
}

/// A turning drum, which is not convex, with a rail across it, with grains in it.
inline Scene drum(int grains) {
  Context context;
  Scene scene = sceneOf(1e6, 0.6);
  const ContainerOptions options{.kind = Container::Drum,
                                 .placement = {.size = 0.4},
                                 .thickness = 0.05,
                                 .height = 0.5,
                                 .opening = 0,
                                 .segments = 24};
  scene.shapes = {makeBodyShape("drum", makeContainer(options, context), context), grain(0.04, 14)};
  add(scene, {.id = 1, .motion = Motion::Prescribed});
  const KeyedRandom random(9);
  for (int n = 0; n < grains; ++n)
    add(scene, {.id = 2 + n,
                .shape = 1,
                .position = 0.045 * Vec3(n % 5 - 2, n / 5 % 4 - 1.5, n / 20 - 2),
                .orientation = rotationBy(3 * vectorOf(random, n, 0)),
                .velocity = {0, 0, -1}});
  scene.motions.push_back({.bodies = {1}, .kind = RotationMotion{Vec3::UnitY(), Vec3::Zero(), 6}});
  return scene;
}

/// A net of rings, each linked with its neighbours, hangs from its corners.
inline Scene net(int across) {
  Context context;
  Scene scene = sceneOf(1e6, 0.3);
  scene.shapes = {makeBodyShape(
      "ring",
      makeSolid(Solid::Torus, {.placement = {.size = 0.1}, .tubeDiameter = 0.16, .segments = 16}, context),
      context)};
  const double quarter = std::numbers::pi / 2;
  const auto isEnd = [across](int i) { return i == 0 || i == across - 1; };
  std::int64_t id = 0;
  for (int i = 0; i < across; ++i) {
    for (int j = 0; j < across; ++j) {
      const Vec3 place(0.11 * i, 0.11 * j, 0);
      add(scene,
          {.id = id++, .position = place, .motion = isEnd(i) && isEnd(j) ? Motion::Fixed : Motion::Dynamic});
      if (i + 1 < across)
        add(scene,
            {.id = id++, .position = place + Vec3(0.055, 0, 0), .orientation = rotationBy({quarter, 0, 0})});
      if (j + 1 < across)
        add(scene,
            {.id = id++, .position = place + Vec3(0, 0.055, 0), .orientation = rotationBy({0, quarter, 0})});
    }
  }
  return scene;
}

}  // namespace talus::on_ranks
