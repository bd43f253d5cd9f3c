#include "dynamics/contact_dynamics/step_works.h"

#include "dynamics/contact_dynamics/chunk_loop.h"

namespace talus {

namespace {

using Velocities = std::span<const ImpulseBody>;

void addWork(const ImpulsePair& pair, const ImpulsePoint& point, const Vec3& impulse, Velocities from,
             Velocities to, StepWorks& works) {
  if (impulse.isZero(0)) return;
  const auto i = static_cast<std::size_t>(pair.bodies.first),
             j = static_cast<std::size_t>(pair.bodies.second);
  const Vec3 ofA = 0.5 * (from[i].velocityAt(point.leverA) + to[i].velocityAt(point.leverA)),
             ofB = 0.5 * (from[j].velocityAt(point.leverB) + to[j].velocityAt(point.leverB));
  const double along = point.normal.dot(impulse), normal = along * point.normal.dot(ofB - ofA);
  works.friction -= impulse.dot(ofB - ofA) - normal;
  if (from[i].inverseMass == 0) works.walls += impulse.dot(ofA);
  if (from[j].inverseMass == 0) works.walls -= impulse.dot(ofB);
}

}  // namespace

StepWorks worksOfImpulses(const ImpulseProblem& problem, std::span<const Vec3> further, Velocities before,
                          Velocities after) {
  const auto part = [&](std::size_t begin, std::size_t end) {
    StepWorks works;
    for (std::size_t n = begin; n < end; ++n) {
      const ImpulsePair& pair = problem.pairs[n];
      for (std::size_t k = pair.begin; k < pair.end; ++k) {
        const ImpulsePoint& point = problem.points[k];
        addWork(pair, point, point.impulse, before, after, works);
        if (!further.empty()) addWork(pair, point, further[k], after, problem.bodies, works);
      }
      const auto i = static_cast<std::size_t>(pair.bodies.first),
                 j = static_cast<std::size_t>(pair.bodies.second);
      const Vec3 turns = 0.5 * (before[j].angularVelocity + after[j].angularVelocity -
                                before[i].angularVelocity - after[i].angularVelocity);
      works.rolling -= pair.moment.dot(turns);
    }
    return works;
  };
  StepWorks all;
  for (const StepWorks& works : sumsOfPairs(problem.pairs.size(), part)) {
    all.friction += works.friction;
    all.rolling += works.rolling;
    all.walls += works.walls;
  }
  return all;
}

}  // namespace talus
