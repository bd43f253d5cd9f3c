#include "dynamics/contact_dynamics/rebound.h"

#include <algorithm>
#include <cmath>

#include "dynamics/contact_dynamics/chunk_loop.h"
#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

constexpr int maximumImpactSweeps =
    50;  // of each of its two solves: impacts are over then, but for rounding errors

double approachSpeed(const std::vector<ImpulseBody>& bodies, const ImpulsePair& pair,
                     const ImpulsePoint& point) {
  return -point.normal.dot(velocityAt(bodies, pair.bodies, point));
}

double pressure(const ImpulsePoint& point) {
  return point.normal.dot(point.impulse);
}

// Of the points that press, N s.
double meanPressure(const ImpulseProblem& problem) {
  double sum = 0, count = 0;
  for (const ImpulsePoint& point : problem.points) {
    if (!(pressure(point) > 0)) continue;
    sum += pressure(point);
    count += 1;
  }
  return count > 0 ? sum / count : 0;
}

}  // namespace

const std::vector<Vec3>& Rebound::find(const StepStart& start, const StepProblem& step,
                                       const ContactDynamicsOptions& options, const BodyInertia& inertia,
                                       std::span<const double> energies, std::span<const double> parts,
                                       ImpulseProblem& problem) {
  sweeps_ = 0;
  cut_ = 0;
  impulses_.clear();
  rebounded_.assign(problem.bodies.size(), 0);
  findArrivals(start, step, problem);
  if (std::ranges::none_of(arrivals_, [](double speed) { return speed > 0; })) return impulses_;
  findIslands(problem);
  for (std::size_t i = 0; i < rebounded_.size(); ++i)
    if (rebounded_[i]) problem.bodies[i].velocity += 0.5 * parts[i] * start.length * start.gravity;
  extract(problem, start.length);
  const ConeAccuracy accuracy{options.lawResidual, 5,
                              std::min(maximumImpactSweeps, static_cast<int>(options.maximumSweeps)),
                              meanPressure(problem)};
  if (options.restitutionLaw == RestitutionLaw::Impulses) compress(problem, accuracy);
  expand(options, accuracy);
  limit(start, inertia, energies, problem);
  return impulses_;
}

// Slower than what gravity gives in a step, arrivals cannot be told from rest.
void Rebound::findArrivals(const StepStart& start, const StepProblem& step, const ImpulseProblem& problem) {
  const double slowest = start.gravity.norm() * start.length;
  arrivals_.assign(problem.points.size(), 0);
  freely_.assign(problem.points.size(), 0);
  forEachPair(problem.pairs.size(), [&](std::size_t n) {
    const ImpulsePair& pair = problem.pairs[n];
    if (pair.restitution == 0) return;
    const auto [a, b] = pair.bodies;
    const bool fallA = problem.body(a).inverseMass > 0, fallB = problem.body(b).inverseMass > 0;
    // Velocities are older than positions: gravity acts meanwhile.
    const double lag = (fallA ? start.lags[static_cast<std::size_t>(a)] : 0) -
                       (fallB ? start.lags[static_cast<std::size_t>(b)] : 0);
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      const ImpulsePoint& point = problem.points[k];
      if (!(pressure(point) > 0)) continue;
      const double along = point.normal.dot(start.gravity);
      const double speed = approachSpeed(step.before(), pair, point) + lag * along;
      if (speed <= 0) continue;
      const double fall = along * (fallA ? 1 : 0) - along * (fallB ? 1 : 0);
      const double way = point.approach * start.length;
      const double arrival = std::sqrt(std::max(0.0, speed * speed + 2 * fall * way));
      if (!(pair.restitution * arrival > slowest)) continue;
      arrivals_[k] = arrival;
      freely_[k] = approachSpeed(step.free(), pair, point) + 0.5 * start.length * fall;
    }
  });
}

void Rebound::findIslands(const ImpulseProblem& problem) {
  UnionFind sets(problem.bodies.size());
  const auto moves = [&](Index i) { return problem.body(i).inverseMass > 0; };
  std::vector<char> arrived(problem.bodies.size(), 0);
  for (const ImpulsePair& pair : problem.pairs) {
    const auto [a, b] = pair.bodies;
    bool presses = false, arrives = false;
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      presses = presses || pressure(problem.points[k]) > 0;
      arrives = arrives || arrivals_[k] > 0;
    }
    if (presses && moves(a) && moves(b)) sets.unite(a, b);
    if (!arrives) continue;
    for (const Index i : {a, b})
      if (moves(i)) arrived[static_cast<std::size_t>(i)] = 1;
  }
  std::vector<Index> numbers(problem.bodies.size(), -1);
  Index count = 0;
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    Index& number = numbers[static_cast<std::size_t>(sets.find(static_cast<Index>(i)))];
    if (arrived[i] && number < 0) number = count++;
  }
  islands_.assign(problem.bodies.size(), -1);
  for (std::size_t i = 0; i < problem.bodies.size(); ++i)
    if (moves(static_cast<Index>(i)))
      islands_[i] = numbers[static_cast<std::size_t>(sets.find(static_cast<Index>(i)))];
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) rebounded_[i] = islands_[i] >= 0;
}

// Both bodies have an impulse at one point, where they are at the end of the step: so they keep their angular
// momentum.
void Rebound::extract(const ImpulseProblem& problem, double length) {
  part_ = {};
  part_.bodies = problem.bodies;
  shifts_.assign(problem.points.size(), Vec3::Zero());
  for (const ImpulsePair& pair : problem.pairs) {
    const auto [a, b] = pair.bodies;
    if (std::max(islands_[static_cast<std::size_t>(a)], islands_[static_cast<std::size_t>(b)]) < 0) continue;
    const std::size_t begin = part_.points.size();
    const ImpulseBody &bodyA = problem.body(a), &bodyB = problem.body(b);
    const bool bothMove = bodyA.inverseMass > 0 && bodyB.inverseMass > 0;
    const Vec3 shift = bothMove ? Vec3(0.5 * length * (bodyB.velocity - bodyA.velocity)) : Vec3(Vec3::Zero());
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      if (!(pressure(problem.points[k]) > 0)) continue;
      ImpulsePoint& point = part_.points.emplace_back(problem.points[k]);
      point.source = k;
      shifts_[k] = shift;
      point.leverA += shift;
      point.leverB -= shift;
      point.approach = 0;
      point.cone.pull = 0;
      point.slack = std::numeric_limits<double>::infinity();
      point.impulse = Vec3::Zero();
    }
    part_.addPart(pair, begin);
  }
  impulses_.assign(problem.points.size(), Vec3::Zero());
}

// The points stop. What they then have in expansion at least acts at once.
void Rebound::compress(const ImpulseProblem& problem, const ConeAccuracy& accuracy) {
  sweeps_ += solver_.solve(part_, accuracy).sweeps;
  for (const ImpulsePair& pair : part_.pairs) {
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      ImpulsePoint& point = part_.points[k];
      impulses_[point.source] = point.impulse;
      const double whole = pressure(problem.points[point.source]) + pressure(point);
      const double speed = freely_[point.source];
      point.impulse = Vec3::Zero();
      if (arrivals_[point.source] > 0 && speed > 0)
        point.cone.pressed = std::max(0.0, pair.restitution * arrivals_[point.source] / speed * whole);
    }
  }
  for (const ImpulsePair& pair : part_.pairs) {
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      const ImpulsePoint& point = part_.points[k];
      const Vec3 least = point.cone.pressed * point.normal;
      push(part_.body(pair.bodies.first), point.leverA, -least);
      push(part_.body(pair.bodies.second), point.leverB, least);
      impulses_[point.source] += least;
    }
  }
}

void Rebound::expand(const ContactDynamicsOptions& options, const ConeAccuracy& accuracy) {
  if (options.restitutionLaw == RestitutionLaw::Speeds)
    for (const ImpulsePair& pair : part_.pairs)
      for (std::size_t k = pair.begin; k < pair.end; ++k)
        part_.points[k].approach = -pair.restitution * arrivals_[part_.points[k].source];
  sweeps_ += solver_.solve(part_, accuracy).sweeps;
  for (const ImpulsePoint& point : part_.points) impulses_[point.source] += point.impulse;
}

// Energies are quadratic in the part of the impulses; cones are convex, so that a part of them is allowed,
// too.
void Rebound::limit(const StepStart& start, const BodyInertia& inertia, std::span<const double> energies,
                    ImpulseProblem& problem) {
  struct Energy {
    double without = 0, slope = 0, bend = 0, size = 0;  // over what is allowed
  };
  std::vector<Energy> all(static_cast<std::size_t>(1 + *std::ranges::max_element(islands_)));
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    if (islands_[i] < 0) continue;
    const ImpulseBody &first = problem.bodies[i], &last = part_.bodies[i];
    const Vec3 v = first.velocity, w = first.angularVelocity, dv = last.velocity - v,
               dw = last.angularVelocity - w;
    const Eigen::Matrix3d tensor = inertia.tensor(i, start.state.orientation[i]);
    const double mass = inertia.mass(i);
    Energy& energy = all[static_cast<std::size_t>(islands_[i])];
    const double now = 0.5 * (mass * v.squaredNorm() + w.dot(tensor * w));
    energy.without += now - energies[i];
    energy.size += now + std::abs(energies[i]);
    energy.slope += mass * v.dot(dv) + w.dot(tensor * dw);
    energy.bend += 0.5 * (mass * dv.squaredNorm() + dw.dot(tensor * dw));
  }
  const auto workOf = [&](const ImpulsePair& pair, const ImpulsePoint& point, const Vec3& impulse) {
    const ImpulseBody &a = problem.body(pair.bodies.first), &b = problem.body(pair.bodies.second);
    double work = 0;
    if (a.inverseMass == 0) work += impulse.dot(a.velocityAt(point.leverA));
    if (b.inverseMass == 0) work -= impulse.dot(b.velocityAt(point.leverB));
    return work;
  };
  const auto islandOf = [&](const ImpulsePair& pair) {
    return std::max(islands_[static_cast<std::size_t>(pair.bodies.first)],
                    islands_[static_cast<std::size_t>(pair.bodies.second)]);
  };
  for (const ImpulsePair& pair : problem.pairs) {
    const Index island = islandOf(pair);
    if (island < 0) continue;
    Energy& energy = all[static_cast<std::size_t>(island)];
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      energy.without -= workOf(pair, problem.points[k], problem.points[k].impulse);
      energy.slope -= workOf(pair, problem.points[k], impulses_[k]);
    }
  }
  constexpr double rounding = 1e-13;
  std::vector<double> parts;
  for (const Energy& energy : all) {
    const double slack = rounding * energy.size;
    double part = 1;
    if (energy.without + energy.slope + energy.bend > slack) {
      const double rest = std::max(0.0, slack - energy.without);
      const double root = std::sqrt(energy.slope * energy.slope + 4 * energy.bend * rest);
      part = energy.bend > 0 ? std::clamp((root - energy.slope) / (2 * energy.bend), 0.0, 1.0) : 0.0;
      ++cut_;
    }
    parts.push_back(part);
  }
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    if (islands_[i] < 0) continue;
    const double part = parts[static_cast<std::size_t>(islands_[i])];
    ImpulseBody& body = problem.bodies[i];
    body.velocity += part * (part_.bodies[i].velocity - body.velocity);
    body.angularVelocity += part * (part_.bodies[i].angularVelocity - body.angularVelocity);
  }
  for (const ImpulsePair& pair : problem.pairs)
    for (std::size_t k = pair.begin; k < pair.end; ++k)
      if (islandOf(pair) >= 0) impulses_[k] *= parts[static_cast<std::size_t>(islandOf(pair))];
}

}  // namespace talus
