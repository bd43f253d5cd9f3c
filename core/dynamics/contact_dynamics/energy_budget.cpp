#include "dynamics/contact_dynamics/energy_budget.h"

#include <numeric>

#include "dynamics/body/body_loop.h"
#include "dynamics/body/slowing.h"
#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

// The bodies that touch each other, and what walls do to each body.
struct Touching {
  UnionFind sets;
  std::vector<double> walls;  // their work, J
  std::vector<char> leans;    // on a wall
};

Touching touchingBodies(const ImpulseProblem& problem, std::span<const Vec3> further,
                        const BodyInertia& inertia) {
  const std::size_t count = problem.bodies.size();
  Touching all{UnionFind(count), std::vector<double>(count, 0.0), std::vector<char>(count, 0)};
  for (const ImpulsePair& pair : problem.pairs) {
    const auto a = static_cast<std::size_t>(pair.bodies.first),
               b = static_cast<std::size_t>(pair.bodies.second);
    const std::size_t moving = inertia.isWall(a) ? b : a;
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      const ImpulsePoint& point = problem.points[k];
      const Vec3 impulse = further.empty() ? point.impulse : Vec3(point.impulse + further[k]);
      if (impulse.isZero(0)) continue;
      if (!inertia.isWall(a) && !inertia.isWall(b)) {
        all.sets.unite(pair.bodies.first, pair.bodies.second);
        continue;
      }
      all.leans[moving] = 1;
      const ImpulseBody& wall = problem.bodies[moving == a ? b : a];
      const double work = impulse.dot(wall.velocityAt(moving == a ? point.leverB : point.leverA));
      all.walls[moving] += moving == b ? work : -work;
    }
  }
  return all;
}

}  // namespace

void EnergyBudget::begin(const StepStart& start, const BodyState& target, const BodyInertia& inertia) {
  energies_.assign(target.size(), 0.0);
  forEachBody(target.size(), [&](std::size_t i) {
    if (inertia.isWall(i)) return;
    const Vec3 way = target.position[i] - start.state.position[i] + start.lags[i] * start.state.velocity[i];
    energies_[i] = inertia.kineticEnergy(i, start.state) + inertia.mass(i) * start.gravity.dot(way);
  });
}

void EnergyBudget::limit(const ImpulseProblem& problem, std::span<const Vec3> further,
                         const GivenImpulses& given, std::span<const double> lags, const Vec3& gravity,
                         const BodyInertia& inertia, BodyState& target) {
  findLosses(lags, gravity, inertia, target);
  Touching touching = touchingBodies(problem, further, inertia);
  std::vector<std::vector<std::size_t>> groups(target.size());
  for (std::size_t i = 0; i < target.size(); ++i)
    if (given.acts(i) && !inertia.isWall(i))
      groups[static_cast<std::size_t>(touching.sets.find(static_cast<Index>(i)))].push_back(i);
  for (const std::vector<std::size_t>& group : groups) {
    if (group.empty()) continue;
    double excess = 0;
    bool onWalls = false;
    for (const std::size_t i : group) {
      excess -= losses_[i] + touching.walls[i];
      onWalls = onWalls || touching.leans[i];
    }
    if (!onWalls) excess -= slow(group, Kept::Motion, excess, target, inertia);
    slow(group, Kept::Nothing, excess, target,
         inertia);  // of bodies that were held back: their common motion
  }
}

double EnergyBudget::lost(std::span<const double> lags, const Vec3& gravity, const BodyInertia& inertia,
                          const BodyState& target) {
  findLosses(lags, gravity, inertia, target);
  return std::accumulate(losses_.begin(), losses_.end(), 0.0);
}

void EnergyBudget::findLosses(std::span<const double> lags, const Vec3& gravity, const BodyInertia& inertia,
                              const BodyState& target) {
  losses_.assign(target.size(), 0.0);
  forEachBody(target.size(), [&](std::size_t i) {
    if (inertia.isWall(i)) return;
    const double fall = lags[i] * gravity.dot(target.velocity[i]);
    losses_[i] = energies_[i] - inertia.kineticEnergy(i, target) - inertia.mass(i) * fall;
  });
}

}  // namespace talus
