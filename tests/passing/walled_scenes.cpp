#include "walled_scenes.h"

#include "passing_scenes.h"
#include "shapes/bumped_sphere.h"

namespace talus::passing {

namespace {

constexpr double half = 0.36;    // of the room, m
constexpr double spacing = 0.2;  // of the places in it, m
constexpr int sites = 27;
constexpr int middle = 13;  // of the sites

double power(double lowest, double highest, const KeyedRandom& random) {
  return std::pow(10.0, lowest + (highest - lowest) * random.value());
}

Vec3 vectorOf(const KeyedRandom& random) {
  return {random[0].between(), random[1].between(), random[2].between()};
}

void addRoom(WalledScene& room) {
  Scene& scene = room.scene;
  for (int n = 0; n < 6; ++n) {
    const int axis = n / 2;
    Vec3 edges = Vec3::Constant(2 * half + 4 * room.thickness);
    edges[axis] = room.thickness;
    const Vec3 inward = (n % 2 == 0 ? 1 : -1) * Vec3::Unit(axis);
    scene.shapes.push_back(dynamics::cuboid(edges, "wall-" + std::to_string(n)));
    room.sides.push_back({scene.bodies.size(), inward});
    add(scene,
        {.id = n, .shape = n, .position = -(half + 0.5 * room.thickness) * inward, .motion = Motion::Fixed});
  }
}

void shakeFloor(WalledScene& room) {
  constexpr double amplitude = 0.01;
  constexpr int floor = 4;
  room.wallsMove = true;
  room.scene.bodies.motion[floor] = Motion::Prescribed;
  const double frequency = 0.5 * room.speed / (2 * std::numbers::pi * amplitude);
  room.scene.motions.push_back(
      {.bodies = {floor}, .kind = VibrationMotion{Vec3::UnitZ(), amplitude, frequency}});
}

void addPaddle(WalledScene& room) {
  constexpr double radius = 0.1;
  constexpr std::int64_t id = 100;
  room.wallsMove = true;
  Scene& scene = room.scene;
  scene.shapes.push_back(dynamics::cuboid({2 * radius, 0.16, room.thickness}, "paddle"));
  add(scene, {.id = id, .shape = static_cast<Index>(scene.shapes.size()) - 1, .motion = Motion::Prescribed});
  scene.motions.push_back(
      {.bodies = {id}, .kind = RotationMotion{Vec3::UnitY(), Vec3::Zero(), room.speed / radius}});
}

// All fit into a sphere of a diameter of 0.18 m.
std::vector<BodyShape> flyingShapes(const KeyedRandom& random, std::uint64_t seed) {
  Context context;
  const auto vertices = static_cast<int>(5 + 20 * random[0].value());
  const double tube = 0.1 + 0.3 * random[1].value(), bumpiness = 1.2 + random[2].value();
  return {
      makeBodyShape(
          "grain",
          makeConvexGrain({.placement = {.size = 0.12}, .vertices = vertices, .seed = seed}, context),
          context),
      makeBodyShape("ring",
                    makeSolid(Solid::Torus,
                              {.placement = {.size = 0.15}, .tubeDiameter = tube, .segments = 12}, context),
                    context),
      makeBodyShape("rock",
                    makeBumpedSphere({.placement = {.size = 0.16 / bumpiness},
                                      .bumpiness = bumpiness,
                                      .triangles = 80,
                                      .seed = seed},
                                     context),
                    context),
      dynamics::cuboid({0.13, 0.11, power(-4, -2, random[3])}, "plate"),
      dynamics::cuboid({0.17, 0.006, power(-3, -2, random[4])}, "rod")};
}

}  // namespace

WalledScene randomRoom(std::uint64_t seed) {
  const KeyedRandom random(seed), ofScene = random[-1], ofShapes = random[-2];
  WalledScene room;
  room.young = power(5, 11, ofScene[0]);
  room.speed = power(std::max(0.0, 0.5 * (std::log10(room.young) - 7)), 2, ofScene[1]);
  room.thickness = power(-4, -2, ofScene[2]);
  room.duration = 0.5 / room.speed;
  room.scene = sceneOf(room.young);
  Scene& scene = room.scene;
  scene.materials[0].contact = {.restitution = 0.2 + 0.8 * ofScene[3].value(),
                                .friction = 0.8 * ofScene[4].value()};
  addRoom(room);
  if (seed % 3 == 0) shakeFloor(room);
  const bool paddle = seed % 5 == 0;
  if (paddle) addPaddle(room);
  const auto first = static_cast<Index>(scene.shapes.size());
  for (BodyShape& shape : flyingShapes(ofShapes, seed)) scene.shapes.push_back(std::move(shape));
  const int count = 6 + static_cast<int>(13 * ofScene[5].value());
  for (int n = 0; n < count; ++n) {
    const int site = (7 * n + static_cast<int>(seed % sites)) % sites;
    if (paddle && site == middle) continue;
    const Vec3 place = spacing * Vec3(site % 3 - 1, site / 3 % 3 - 1, site / 9 - 1);
    const KeyedRandom own = random[n];
    add(scene, {.id = 200 + n,
                .shape = first + static_cast<Index>(5 * own[0].value()),
                .position = place,
                .orientation = rotationBy(3 * vectorOf(own[1])),
                .scale = 0.5 + 0.5 * own[4].value(),
                .velocity = room.speed * (vectorOf(own[2]) - 3 * place),
                .angularVelocity = 10 * room.speed * vectorOf(own[3])});
  }
  return room;
}

WalledScene plateFlight(double speed, double young, double thickness, std::uint64_t turn) {
  WalledScene flight{
      plateAtWall(thickness, speed, young), young, speed, thickness, 0.25 / speed, {{0, Vec3::UnitZ()}}};
  const Quaternion turns[] = {{}, flight.scene.bodies.orientation[1], rotationBy({1.4, 0.1, 0.2})};
  flight.scene.bodies.orientation[1] = turns[turn % 3];
  flight.scene.bodies.position[1].z() = 0.15;
  return flight;
}

}  // namespace talus::passing
