// The potential of overlapping convex bodies: its value, that forces are its derivative, and that they do not
// jump where faces are flush, edges parallel and corners at one place.
#include "dynamics/halo/overlap_foundation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/halo/halo_area.h"
#include "dynamics_scenes.h"
#include "elastic_sum.h"
#include "shapes/convex_grain.h"
#include "shapes/random.h"

namespace talus::test_overlap_foundation {
namespace {

using dynamics::cuboid;

struct Prepared {
  BodyShape shape;
  ConvexBody body;
  ConvexHalo halo;

  explicit Prepared(const BodyShape& given) : shape(given), body(shape.mesh, "body"), halo(body) {}
};

constexpr double range = 0.02;

class Pair {
 public:
  Pair(const Prepared& a, const Prepared& b, double reach) : a_{&a.body, &a.halo, {}}, b_(b) {
    law_.range = range;
    law_.reach = reach;
    law_.foundation = 1;
    law_.ownStiffness = true;
  }

  ElasticSum at(const Pose& pose) {
    finder_.find(a_, {&b_.body, &b_.halo, pose}, law_, {}, nullptr, action_);
    return sumOf(action_, pose.position);
  }

 private:
  HaloBody a_;
  const Prepared& b_;
  PairLaw law_;
  HaloAreaFinder finder_;
  ElasticAction action_;
};

Vec3 randomVector(const KeyedRandom& random) {
  return {random[0].between(), random[1].between(), random[2].between()};
}

Pose moved(const Pose& pose, const Vec3& shift, const Vec3& turn) {
  return {pose.position + shift, rotationBy(turn).matrix() * pose.rotation, pose.scale};
}

TEST(OverlapFoundation, OfFacesIsThatOfASlab) {
  const Prepared cube(cuboid({1, 1, 1})), plate(cuboid({3, 3, 0.5}));
  for (const double depth : {1e-6, 1e-3, 0.01}) {
    Pose pose;
    pose.position = Vec3(0, 0, 0.75 - depth);
    const ConvexPair pair(plate.body, {}, cube.body, pose);
    OverlapFoundation foundation;
    foundation.find(pair, Vec3::UnitZ(), range);
    EXPECT_NEAR(foundation.energy(), 0.5 * depth * depth, 1e-9 * depth);
  }
}

// Poses of a body that lies flush on another, nearly so, or turned by little.
Pose flushPose(const KeyedRandom& random, const Vec3& place) {
  const auto nearly = [](const KeyedRandom& r) { return std::pow(10.0, -3 - 9 * r.value()); };
  const Vec3 shift =
      random[1].value() < 0.3 ? Vec3(Vec3::Zero()) : Vec3(nearly(random[2]) * randomVector(random[3]));
  const Vec3 turn =
      random[4].value() < 0.3 ? Vec3(Vec3::Zero()) : Vec3(nearly(random[5]) * randomVector(random[6]));
  const Vec3 depth(0, 0, -nearly(random[7]));
  return {place + shift + depth, rotationBy(turn).matrix(), 1};
}

void expectDerivative(Pair& pair, const Pose& pose, double tolerance, int number) {
  const ElasticSum action = pair.at(pose);
  constexpr double h = 1e-6;
  for (int axis = 0; axis < 6; ++axis) {
    const Vec3 along = Vec3::Unit(axis % 3), zero = Vec3::Zero();
    const auto energy = [&](double by) {
      return pair.at(moved(pose, axis < 3 ? Vec3(by * along) : zero, axis < 3 ? zero : Vec3(by * along)))
          .energy;
    };
    const double slope = -(energy(h) - energy(-h)) / (2 * h);
    EXPECT_NEAR(axis < 3 ? action.force[axis] : action.torque[axis - 3], slope, tolerance)
        << number << " axis " << axis;
  }
}

// Forces are Lipschitz: a motion by h changes them by at most the stiffness of all faces times h.
void expectNoJump(Pair& pair, const Pose& pose, const KeyedRandom& random, int number) {
  constexpr double h = 1e-9, stiffest = 100;
  const ElasticSum before = pair.at(pose);
  for (int i = 0; i < 6; ++i) {
    const Pose other = moved(pose, h * randomVector(random[i]), h * randomVector(random[i][7]));
    const ElasticSum after = pair.at(other);
    EXPECT_LE((after.force - before.force).norm(), stiffest * h) << number;
    EXPECT_LE((after.torque - before.torque).norm(), stiffest * h) << number;
  }
}

TEST(OverlapFoundation, FlushBodiesHaveNoJumps) {
  const Prepared cube(cuboid({1, 1, 1})), brick(cuboid({1, 0.5, 0.3})), plate(cuboid({2, 2, 0.1}));
  struct Case {
    const Prepared &a, &b;
    Vec3 place;
  };
  const Case cases[] = {{cube, cube, {0, 0, 1}},         {cube, cube, {0.5, 0, 1}},
                        {cube, cube, {1, 0, 1}},         {cube, brick, {0, 0.25, 0.65}},
                        {brick, brick, {0.5, 0, 0.3}},   {plate, cube, {0.5, 0.5, 0.55}},
                        {brick, plate, {0.5, 0.75, 0.2}}};
  int number = 0;
  for (const Case& flush : cases) {
    Pair pair(flush.a, flush.b, 0);
    for (int i = 0; i < 150; ++i, ++number) {
      const KeyedRandom random = KeyedRandom(17)[number];
      const Pose pose = flushPose(random, flush.place);
      expectDerivative(pair, pose, 1e-5, number);
      expectNoJump(pair, pose, random[9], number);
    }
  }
}

TEST(OverlapFoundation, ForcesOfGrainsAreItsDerivative) {
  Context context;
  int overlapping = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const KeyedRandom random(seed);
    const auto grain = [&](std::uint64_t number) {
      return makeBodyShape("grain", makeConvexGrain({.vertices = 20, .seed = number}, context), context);
    };
    const Prepared a(grain(seed)), b(seed % 3 == 0 ? cuboid({1, 0.7, 0.8}) : grain(seed + 100));
    Pair pair(a, b, 0);
    const Pose pose{0.8 * randomVector(random[1]), rotationBy(3 * randomVector(random[2])).matrix(),
                    seed % 4 == 0 ? 0.3 : 1};
    if (pair.at(pose).energy > 0) ++overlapping;
    expectDerivative(pair, pose, 1e-5, static_cast<int>(seed));
    expectNoJump(pair, pose, random[9], static_cast<int>(seed));
  }
  EXPECT_GT(overlapping, 20);
}

}  // namespace
}  // namespace talus::test_overlap_foundation
