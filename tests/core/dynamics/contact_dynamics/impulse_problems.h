#pragma once

#include "dynamics/contact_dynamics/impulse_problem.h"
#include "shapes/random.h"

namespace talus::dynamics {

/// Cubes on each other on a wall, each with four points, and gravity in a step of 0.01 s.
inline ImpulseProblem stackOf(int count) {
  ImpulseProblem problem;
  problem.bodies.resize(static_cast<std::size_t>(count) + 1);
  for (int n = 1; n <= count; ++n) {
    ImpulseBody& body = problem.body(n);
    body.inverseMass = 1;
    body.inverseInertia = 600 * Eigen::Matrix3d::Identity();
    body.velocity = Vec3(0, 0, -0.0981);
  }
  for (int n = 0; n < count; ++n) {
    ImpulsePair& pair = problem.pairs.emplace_back();
    pair.bodies = {static_cast<Index>(n), static_cast<Index>(n + 1)};
    pair.normal = Vec3::UnitZ();
    pair.begin = problem.points.size();
    for (const double x : {-0.05, 0.05})
      for (const double y : {-0.05, 0.05}) {
        ImpulsePoint& point = problem.points.emplace_back();
        point.leverA = n == 0 ? Vec3(x, y, 0) : Vec3(x, y, 0.05);
        point.leverB = Vec3(x, y, -0.05);
        point.normal = Vec3::UnitZ();
        point.cone.friction = 0.5;
      }
    pair.end = problem.points.size();
  }
  return problem;
}

/// Bodies in a square, of which the lowest row are walls. Random: masses, levers, speeds; some points are
/// cohesive, some are pressed, some pairs roll.
inline ImpulseProblem squareOf(int across) {
  ImpulseProblem problem;
  problem.bodies.resize(static_cast<std::size_t>(across * across));
  const KeyedRandom random(7);
  for (int n = 0; n < across * across; ++n) {
    ImpulseBody& body = problem.body(n);
    if (n >= across) body.inverseMass = 1 + random[n][0].value();
    if (n >= across)
      body.inverseInertia =
          Eigen::Vector3d(50 + random[n][1].value(), 40, 60 + random[n][5].value()).asDiagonal();
    body.velocity = body.inverseMass > 0 ? Vec3(0.1 * random[n][2].between(), 0, -1) : Vec3(Vec3::Zero());
    for (const int next : {n + 1, n + across}) {
      const bool inside = next < across * across && (next != n + 1 || next % across != 0);
      if (!inside || (n < across && next < across)) continue;
      ImpulsePair& pair = problem.pairs.emplace_back();
      pair.bodies = {static_cast<Index>(n), static_cast<Index>(next)};
      pair.normal = next == n + 1 ? Vec3(Vec3::UnitX()) : Vec3(Vec3::UnitZ());
      pair.begin = problem.points.size();
      for (int k = 0; k <= n % 3; ++k) {
        ImpulsePoint& point = problem.points.emplace_back();
        point.normal = pair.normal;
        const double side = 0.1 * k;
        point.leverA = 0.5 * pair.normal + Vec3(0, side, 0);
        point.leverB = -0.5 * pair.normal + 0.1 * Vec3(random[n][3].between(), random[n][4].between(), 0) +
                       Vec3(0, side, 0);
        point.cone.friction = 0.4;
        if (n % 5 == 1) point.cone.pull = 0.01;
        if (n % 7 == 2) point.cone.pressed = 0.02;
        point.approach = n % 4 == 0 ? 0.1 : 0;
      }
      pair.end = problem.points.size();
      if (n % 11 == 0) pair.rolling = 0.05;
    }
  }
  return problem;
}

}  // namespace talus::dynamics
