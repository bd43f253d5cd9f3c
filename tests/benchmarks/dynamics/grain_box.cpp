#include "grain_box.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "shapes/convex_grain.h"
#include "shapes/random.h"
#include "shapes/solid.h"

namespace talus::bench {

namespace {

constexpr double size = 0.01;            // of a grain, m
constexpr double spacing = 0.95 * size;  // of the lattice
constexpr int shapeCount = 20;
constexpr double thickness = size;  // of walls

BodyShape grain(std::uint64_t seed) {
  Context context;
  ConvexGrainOptions options;
  options.vertices = 20;
  options.semiAxes = size * Vec3(0.5, 0.45, 0.4);
  options.seed = seed;
  return makeBodyShape("grain" + std::to_string(seed), makeConvexGrain(options, context), context);
}

void addWall(Scene& scene, const Vec3& edges, const Vec3& position) {
  Context context;
  const auto number = static_cast<Index>(scene.shapes.size());
  const SolidOptions options{.extents = edges};
  scene.shapes.push_back(
      makeBodyShape("wall" + std::to_string(number), makeSolid(Solid::Cuboid, options, context), context));
  scene.bodies.add({.id = static_cast<std::int64_t>(scene.bodies.size()),
                    .shape = number,
                    .position = position,
                    .motion = Motion::Fixed});
}

// Around [0, widthX] × [0, widthY], the floor below 0.
void addWalls(Scene& scene, double widthX, double widthY, double height) {
  const double x = widthX / 2, y = widthY / 2, half = thickness / 2;
  addWall(scene, {widthX + 2 * thickness, widthY + 2 * thickness, thickness}, {x, y, -half});
  addWall(scene, {thickness, widthY + 2 * thickness, height}, {-half, y, height / 2});
  addWall(scene, {thickness, widthY + 2 * thickness, height}, {widthX + half, y, height / 2});
  addWall(scene, {widthX + 2 * thickness, thickness, height}, {x, -half, height / 2});
  addWall(scene, {widthX + 2 * thickness, thickness, height}, {x, widthY + half, height / 2});
}

// Without bodies, and without the shapes of walls.
Scene withoutBodies(const Scene& scene) {
  Scene empty = scene;
  empty.bodies = {};
  empty.shapes.resize(shapeCount);
  return empty;
}

void addGrain(Scene& scene, Body body, const Vec3& shift) {
  body.id = static_cast<std::int64_t>(scene.bodies.size());
  body.position += shift;
  body.velocity = body.angularVelocity = Vec3::Zero();
  scene.bodies.add(body);
}

// Those nearest to the edge x = y = 0.
Scene cutOut(const GrainBox& settled, std::size_t grains) {
  const auto& position = settled.scene.bodies.position;
  const auto reach = [&](std::size_t i) { return std::max(position[i].x(), position[i].y()); };
  std::vector<std::size_t> rows(settled.grains);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::sort(rows.begin(), rows.end(), [&](std::size_t i, std::size_t j) { return reach(i) < reach(j); });
  Scene scene = withoutBodies(settled.scene);
  for (std::size_t k = 0; k < grains; ++k) addGrain(scene, settled.scene.bodies[rows[k]], Vec3::Zero());
  const double width = reach(rows[grains - 1]) + size;
  addWalls(scene, width, width, settled.height);
  return scene;
}

}  // namespace

GrainBox grainBox(int side, int layers) {
  GrainBox box;
  Scene& scene = box.scene;
  for (std::uint64_t seed = 1; seed <= shapeCount; ++seed) scene.shapes.push_back(grain(seed));
  scene.materials = {{.name = "stone"}};
  const KeyedRandom random(5);
  for (int n = 0; n < side * side * layers; ++n) {
    const auto vector = [&](std::int64_t i) {
      return Vec3(random[n][i].between(), random[n][i + 1].between(), random[n][i + 2].between());
    };
    Body body{.id = n, .shape = n % shapeCount};
    body.position = spacing * (Vec3(n % side, n / side % side, n / side / side) + Vec3(0.5, 0.5, 0.6));
    body.orientation = rotationBy(3 * vector(0));
    body.velocity = 0.03 * vector(3);
    body.mass =
        scene.materials[0].density * scene.shapes[static_cast<std::size_t>(body.shape)].properties.volume;
    scene.bodies.add(body);
  }
  box.grains = scene.bodies.size();
  box.width = side * spacing;
  box.height = 1.5 * layers * spacing;
  addWalls(scene, box.width, box.width, box.height);
  return box;
}

Scene bedOf(const GrainBox& settled, std::size_t grains) {
  if (grains < settled.grains) return cutOut(settled, grains);
  const auto tiles =
      std::max(1L, std::lround(std::sqrt(static_cast<double>(grains) / static_cast<double>(settled.grains))));
  Scene scene = withoutBodies(settled.scene);
  for (long tile = 0; tile < tiles * tiles; ++tile) {
    const Vec3 shift =
        settled.width * Vec3(static_cast<double>(tile % tiles), static_cast<double>(tile / tiles), 0);
    for (std::size_t i = 0; i < settled.grains; ++i) addGrain(scene, settled.scene.bodies[i], shift);
  }
  const double width = settled.width * static_cast<double>(tiles);
  addWalls(scene, width, width, settled.height);
  return scene;
}

void writeForOthers(const std::filesystem::path& path, const GrainBox& box) {
  nlohmann::json json;
  for (const BodyShape& shape : box.scene.shapes) {
    nlohmann::json corners;
    for (Index i = 0; i < static_cast<Index>(shape.mesh.pointCount()); ++i) {
      const Vec3 p = shape.mesh.point(i);
      corners.push_back({p.x(), p.y(), p.z()});
    }
    json["shapes"].push_back(corners);
  }
  for (std::size_t i = 0; i < box.scene.bodies.size(); ++i) {
    const Body body = box.scene.bodies[i];
    const auto& [w, x, y, z] = body.orientation;
    json["bodies"].push_back({{"shape", body.shape},
                              {"position", {body.position.x(), body.position.y(), body.position.z()}},
                              {"orientation", {w, x, y, z}},
                              {"fixed", body.motion == Motion::Fixed}});
  }
  std::ofstream(path) << json;
}

}  // namespace talus::bench
