#include "dynamics/contact_dynamics/step_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/body/body_loop.h"
#include "dynamics/contact_forces/point_speeds.h"

namespace talus {

namespace {

constexpr double reachOfSize = 0.005;  // further than bodies come by their velocities: impacts change these
constexpr double motionOfSize = 0.25;  // of the thinner body's thickness in a step
constexpr double turnOfStep = 0.2;     // rad in a step
constexpr double fallOfSize = 0.02;    // of the smallest body's thickness, from rest in a step

}  // namespace

// Gravity brings two bodies together where one of them is held: each has half of that.
std::vector<double> reachesOf(const ForceBodies& bodies, std::span<const ImpulseBody> moving,
                              const Vec3& gravity, double length) {
  const double fall = 0.5 * gravity.norm() * length;
  std::vector<double> reaches(bodies.size());
  forEachBody(bodies.size(), [&](std::size_t i) {
    const double speed = moving[i].velocity.norm() + moving[i].angularVelocity.norm() * bodies[i].extent;
    reaches[i] = length * (speed + fall) + reachOfSize * bodies[i].thickness;
  });
  return reaches;
}

double thinnestOf(const ForceBodies& bodies) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (!bodies[i].wall) least = std::min(least, bodies[i].thickness);
  return least;
}

double longestContactStep(const ForceBodies& bodies, const BodyInertia& inertia, const Vec3& gravity,
                          const BodyState& state, double time) {
  const double smallest = thinnestOf(bodies);
  double longest = std::numeric_limits<double>::infinity(), fastest = 0;
  const PointSpeeds speeds(bodies, state, time);
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (!(time < bodies[i].removed)) continue;
    const double rate = inertia.angularVelocity(i, state).norm();
    if (rate > 0 && !inertia.isWall(i)) longest = std::min(longest, turnOfStep / rate);
    fastest = std::max(fastest, speeds.boundOf(i));
  }
  if (fastest > 0) longest = std::min(longest, motionOfSize * smallest / fastest);
  const double fall = gravity.norm();
  if (fall > 0) longest = std::min(longest, std::sqrt(2 * fallOfSize * smallest / fall));
  return longest;
}

}  // namespace talus
