#include "contact_poses.h"

#include <cmath>
#include <numbers>
#include <random>

#include "core/shapes.h"
#include "shapes/bumped_sphere.h"
#include "shapes/foam.h"

namespace talus::bench {

namespace {

constexpr double gap = 0.005;

TriangleMesh ball(std::int64_t triangles, double bumpiness, double stretch = 1) {
  Context context;
  return makeBumpedSphere(
      {.placement = {.size = 1}, .bumpiness = bumpiness, .stretch = stretch, .triangles = triangles},
      context);
}

TriangleMesh foam() {
  Context context;
  return makeFoam({.placement = {.size = 1}, .cells = 4, .strutThickness = 0.5, .triangles = 1224}, context);
}

TriangleMesh ground(int n) {
  return shapes::square(n, 3);
}

Vec3 direction(std::mt19937& generator) {
  std::normal_distribution<double> normal;
  return Vec3(normal(generator), normal(generator), normal(generator)).normalized();
}

Eigen::Matrix3d rotation(std::mt19937& generator) {
  const double angle = std::uniform_real_distribution<double>(0, 2 * std::numbers::pi)(generator);
  return Eigen::AngleAxisd(angle, direction(generator)).toRotationMatrix();
}

// B fixed, A moved towards it along a line until the gap is right.
BodyPairCase::PosePair pose(const BodyPairCase& pair, const Vec3& from, const Eigen::Matrix3d& turnB,
                            std::mt19937& generator) {
  BodyPairCase::PosePair placed{{2 * from, rotation(generator)}, {Vec3::Zero(), turnB}};
  BodyPairSearch search;
  for (int i = 0; i < 300; ++i) {
    const double found = search.nearest({pair.a.get(), placed.a}, {pair.b.get(), placed.b}).gap;
    if (std::abs(found - gap) < 1e-9) break;
    placed.a.position -= (found - gap) * from;
  }
  return placed;
}

BodyPairCase makePair(const std::string& name, TriangleMesh a, TriangleMesh b, std::size_t count) {
  Context context;
  BodyPairCase pair{name, std::move(a), std::move(b), {}, {}, gap, {}};
  pair.a = std::make_shared<ContactShape>(pair.meshA, SurrogateOptions{}, context);
  pair.b = std::make_shared<ContactShape>(pair.meshB, SurrogateOptions{}, context);
  const bool flat = name.find("plane") != std::string::npos;
  std::mt19937 generator(5);
  for (std::size_t i = 0; i < count; ++i) {
    const Eigen::Matrix3d turn = flat ? Eigen::Matrix3d::Identity() : rotation(generator);
    pair.poses.push_back(pose(pair, flat ? Vec3(Vec3::UnitZ()) : direction(generator), turn, generator));
  }
  return pair;
}

}  // namespace

BodyPairCase bumpedPair(std::int64_t triangles, std::size_t count) {
  const std::string name = "bumped " + std::to_string(triangles);
  return makePair(name + ", " + name, ball(triangles, 1.3), ball(triangles, 1.3), count);
}

std::vector<BodyPairCase> targetPairs(std::size_t count) {
  std::vector<BodyPairCase> pairs;
  pairs.push_back(makePair("sphere 1280, sphere 1280", ball(1280, 1), ball(1280, 1), count));
  pairs.push_back(bumpedPair(1280, count));
  pairs.push_back(bumpedPair(20480, count));
  pairs.push_back(makePair("sphere 1280, plane 2", ball(1280, 1), ground(1), count));
  return pairs;
}

std::vector<BodyPairCase> paperPairs(std::int64_t triangles, std::size_t count) {
  const std::string name = "sphere " + std::to_string(triangles);
  std::vector<BodyPairCase> pairs;
  pairs.push_back(makePair(name + ", " + name, ball(triangles, 1), ball(triangles, 1), count));
  pairs.push_back(makePair(name + ", plane 512", ball(triangles, 1), ground(16), count));
  return pairs;
}

std::vector<BodyPairCase> variedPairs(std::size_t count) {
  const auto box = [] { return shapes::box(Vec3(-0.4, -0.3, -0.2), Vec3(0.4, 0.3, 0.2), 10); };
  const auto ring = [] { return shapes::torus(0.35, 0.15, 36, 17); };
  std::vector<BodyPairCase> pairs;
  pairs.push_back(makePair("stretched 1224, stretched 1224", ball(1224, 1, 2.6), ball(1224, 1, 2.6), count));
  pairs.push_back(bumpedPair(1224, count));
  pairs.push_back(makePair("box 1200, box 1200", box(), box(), count));
  pairs.push_back(makePair("ring 1224, ring 1224", ring(), ring(), count));
  pairs.push_back(makePair("foam 1224, foam 1224", foam(), foam(), count));
  return pairs;
}

std::shared_ptr<const BodyPairCase> withSurrogates(const BodyPairCase& pair, SurrogateMethod method) {
  Context context;
  auto other = std::make_shared<BodyPairCase>(pair);
  other->a = std::make_shared<ContactShape>(pair.meshA, SurrogateOptions{.method = method}, context);
  other->b = std::make_shared<ContactShape>(pair.meshB, SurrogateOptions{.method = method}, context);
  return other;
}

}  // namespace talus::bench
