#include "contact_poses.h"

#include <cmath>
#include <numbers>
#include <random>

#include "shapes/bumped_sphere.h"

namespace talus::bench {

namespace {

constexpr double gap = 0.005;

TriangleMesh ball(std::int64_t triangles, double bumpiness) {
  Context context;
  return makeBumpedSphere({.placement = {.size = 1}, .bumpiness = bumpiness, .triangles = triangles},
                          context);
}

// A square in the plane z = 0: 2 n² triangles.
TriangleMesh ground(int n) {
  constexpr double edge = 3;
  TriangleMesh mesh;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) mesh.addPoint(edge * Vec3(double(i) / n - 0.5, double(j) / n - 0.5, 0));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const Index corner = i * (n + 1) + j;
      mesh.addTriangle(corner, corner + n + 1, corner + n + 2);
      mesh.addTriangle(corner, corner + n + 2, corner + 1);
    }
  return mesh;
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

std::vector<BodyPairCase> targetPairs(std::size_t count) {
  std::vector<BodyPairCase> pairs;
  pairs.push_back(makePair("sphere 1280, sphere 1280", ball(1280, 1), ball(1280, 1), count));
  pairs.push_back(makePair("bumped 1280, bumped 1280", ball(1280, 1.3), ball(1280, 1.3), count));
  pairs.push_back(makePair("bumped 20480, bumped 20480", ball(20480, 1.3), ball(20480, 1.3), count));
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

}  // namespace talus::bench
