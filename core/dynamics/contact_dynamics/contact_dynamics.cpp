#include "dynamics/contact_dynamics/contact_dynamics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/damaged_snapshot.h"
#include "dynamics/body/body_loop.h"
#include "dynamics/body/rotation_kernel.h"
#include "dynamics/body/slowing.h"
#include "dynamics/contact_dynamics/chunk_loop.h"
#include "dynamics/contact_forces/point_speeds.h"
#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

constexpr double reachOfSize = 0.005;  // further than bodies come by their velocities: impacts change these
constexpr double motionOfSize = 0.25;  // of the thinner body's thickness in a step
constexpr double turnOfStep = 0.2;     // rad in a step
constexpr double slowOfFall = 0.1;     // of the fall in a step, speeds of bodies that may come to rest
constexpr double fallOfSize = 0.02;    // of the smallest body's thickness, from rest in a step

// In small problems many sweeps cost little, and keep stacks still.
int leastSweeps(std::size_t points) {
  constexpr double updates = 4e6, least = 15, most = 500;
  const double count = std::max(1.0, static_cast<double>(points));
  return static_cast<int>(std::clamp(updates / (count * count), least, most));
}

}  // namespace

ContactDynamics::ContactDynamics(const Scene& scene, const ForceBodies& bodies, const BodyInertia& inertia,
                                 const ContactDynamicsOptions& options, BroadPhaseMethod broadPhase,
                                 MeanContacts& contacts, MotionGuard* guard)
    : bodies_(bodies),
      options_(options),
      gravity_(scene.gravity),
      contacts_(contacts),
      guard_(guard),
      near_(scene, bodies, inertia, broadPhase),
      step_(scene, bodies, inertia),
      rest_(bodies) {
  requireValid(options);
  smallest_ = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (!inertia.isWall(i)) smallest_ = std::min(smallest_, bodies[i].thickness);
}

void ContactDynamics::forget() {
  lags_.clear();
  rest_.forget();
}

// A body comes as far as its velocity takes it, and others that it hits may be driven on. Gravity brings two
// bodies together where one of them is held: each has half of that.
void ContactDynamics::findReaches(double dt) {
  const double fall = 0.5 * gravity_.norm() * dt;
  reaches_.resize(bodies_.size());
  forEachBody(bodies_.size(), [&](std::size_t i) {
    const ImpulseBody& body = step_.before()[i];
    const double speed = body.velocity.norm() + body.angularVelocity.norm() * bodies_[i].extent;
    reaches_[i] = dt * (speed + fall) + reachOfSize * bodies_[i].thickness;
  });
}

StepReport ContactDynamics::advance(BodyState& state, MovingSystem& system, double time, double dt) {
  const BodyInertia& inertia = system.inertia;
  lags_.resize(state.size(), 0.0);
  BodyState target = state;
  system.field.impose(target, time + dt);
  const StepStart start{state, target, lags_, gravity_, dt};
  step_.begin(start);
  findReaches(dt);
  near_.find(state, time, reaches_);
  squeezed_ = findSqueeze(near_, bodies_, step_.before());
  step_.build(start, near_, contacts_, problem_);
  const ConeAccuracy accuracy{.residual = options_.lawResidual,
                              .least = leastSweeps(problem_.points.size()),
                              .most = static_cast<int>(options_.maximumSweeps),
                              .rest = restSpeed(dt),
                              .slow = slowSpeed(dt)};
  const ConeReport solved = solver_.solve(problem_, accuracy);
  StepReport report;
  report.iterations = solved.sweeps;
  stopResting(time, dt);
  move(inertia, dt, target);
  clearance_.restore(step_, near_, dt, gravity_, inertia, problem_, target);
  if (!guardMotion(state, time + dt, target)) {
    report.converged = false;
    return report;
  }
  residual_ = solved.residual;
  moved_ = problem_.bodies;
  giveEnergies(state, target, inertia);
  const std::vector<Vec3>& further = rebound_.find(start, step_, options_, inertia, energies_, problem_);
  report.iterations += rebound_.sweeps();
  finish(dt, further, inertia, target);
  state = std::move(target);
  return report;
}

// More slowly than by the part of their weights that solvers may leave, bodies do not move.
double ContactDynamics::restSpeed(double dt) const {
  constexpr double most = 1e-3;  // of the fall in a step
  return std::min(most, options_.lawResidual) * gravity_.norm() * dt;
}

// In large problems further sweeps would cost more than they spare.
double ContactDynamics::slowSpeed(double dt) const {
  constexpr std::size_t mostPoints = 4000;
  return problem_.points.size() <= mostPoints ? slowOfFall * gravity_.norm() * dt : 0;
}

void ContactDynamics::stopResting(double time, double dt) {
  rest_.find(problem_, contacts_.contacts(), time, restSpeed(dt));
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (rest_.has(i)) problem_.bodies[i].velocity = problem_.bodies[i].angularVelocity = Vec3::Zero();
}

// The impulses are added anew, body by body: momentum and angular momentum are conserved to rounding.
void ContactDynamics::move(const BodyInertia& inertia, double dt, BodyState& target) {
  pressed_.assign(target.size(), 0);
  for (std::size_t i = 0; i < target.size(); ++i)
    if (!inertia.isWall(i)) target.velocity[i] = step_.free()[i].velocity;
  for (const ImpulsePair& pair : problem_.pairs) {
    for (std::size_t k = pair.begin; k < pair.end; ++k)
      give(pair.bodies, problem_.points[k], problem_.points[k].impulse, inertia, target);
    turn(pair, inertia, target);
  }
  for (std::size_t i = 0; i < target.size(); ++i)
    if (rest_.has(i)) target.velocity[i] = target.angularMomentum[i] = Vec3::Zero();
  forEachRange(target.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (!inertia.isWall(i)) target.position[i] += dt * target.velocity[i];
    rotateFreely(inertia, target, begin, end, dt);
  });
}

void ContactDynamics::give(const BodyPair& bodies, const ImpulsePoint& point, const Vec3& impulse,
                           const BodyInertia& inertia, BodyState& target, const Vec3& shift) {
  if (impulse.isZero(0)) return;
  const auto add = [&](Index body, const Vec3& lever, double sign) {
    const auto i = static_cast<std::size_t>(body);
    pressed_[i] = 1;
    if (inertia.isWall(i)) return;
    target.velocity[i] += sign * inertia.inverseMass(i) * impulse;
    target.angularMomentum[i] += sign * lever.cross(impulse);
  };
  add(bodies.first, point.leverA + shift, -1);
  add(bodies.second, point.leverB - shift, 1);
}

void ContactDynamics::turn(const ImpulsePair& pair, const BodyInertia& inertia, BodyState& target) {
  const auto a = static_cast<std::size_t>(pair.bodies.first),
             b = static_cast<std::size_t>(pair.bodies.second);
  if (!inertia.isWall(a)) target.angularMomentum[a] -= pair.moment;
  if (!inertia.isWall(b)) target.angularMomentum[b] += pair.moment;
}

// Bodies carry out the parts of their motions with which they stay apart, and keep these parts of their
// velocities: so they never gain energy. @return false: a wall would not leave room.
bool ContactDynamics::guardMotion(const BodyState& start, double time, BodyState& target) {
  if (guard_ == nullptr) return true;
  guard_->begin(start);
  const std::span<const double> parts = guard_->allowedParts(target, time);
  if (parts.empty() && !start.position.empty()) return false;
  held_ = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] >= 1) continue;
    ++held_;
    takePart(start, stepMotion(start, target, i, bodies_[i].extent), parts[i], i, target);
    problem_.bodies[i].velocity *= parts[i];
    problem_.bodies[i].angularVelocity *= parts[i];
    target.velocity[i] *= parts[i];
    target.angularMomentum[i] *= parts[i];
  }
  return true;
}

// What a body may have as kinetic energy: what it had, and what its fall gave. What lifted it where positions
// were put right is taken from its motion, or sinking and lifting in turn would feed it.
void ContactDynamics::giveEnergies(const BodyState& start, const BodyState& target,
                                   const BodyInertia& inertia) {
  energies_.assign(start.size(), 0.0);
  forEachBody(start.size(), [&](std::size_t i) {
    if (inertia.isWall(i)) return;
    const Vec3 way = target.position[i] - start.position[i] + lags_[i] * start.velocity[i];
    energies_[i] = inertia.kineticEnergy(i, start) + inertia.mass(i) * gravity_.dot(way);
  });
}

// Bodies in flight get the velocities of the end of the step.
void ContactDynamics::finish(double dt, const std::vector<Vec3>& further, const BodyInertia& inertia,
                             BodyState& target) {
  StepWorks works = this->works(further);
  if (!further.empty())
    for (const ImpulsePair& pair : problem_.pairs)
      for (std::size_t k = pair.begin; k < pair.end; ++k)
        give(pair.bodies, problem_.points[k], further[k], inertia, target, rebound_.shift(k));
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (inertia.isWall(i)) continue;
    const bool atEnd = !pressed_[i] || rebound_.rebounded()[i];
    if (!pressed_[i]) target.velocity[i] += 0.5 * dt * gravity_;
    lags_[i] = atEnd ? 0 : 0.5 * dt;
  }
  limit(further, inertia, target);
  for (std::size_t i = 0; i < target.size(); ++i) works.restored += clearance_.gained(i);
  findLosses(inertia, target);
  const double lost = std::accumulate(losses_.begin(), losses_.end(), 0.0);
  works.impacts = lost + works.restored + works.walls - works.friction - works.rolling;
  record(dt, further, works);
}

// An impulse that is too large by an error leaves a velocity that the next one takes back: their mean is
// nearer to the force that keeps bodies at rest than either of them. Where all bodies keep still each
// solve starts from the same impulses, so that its errors do not wander.
void ContactDynamics::record(double dt, const std::vector<Vec3>& further, const StepWorks& works) {
  constexpr double newPart = 0.5;
  newContacts_.clear();
  newMoments_.clear();
  for (const ImpulsePair& pair : problem_.pairs) {
    const bool still = rest_.isIslandStill(static_cast<std::size_t>(pair.bodies.first)) ||
                       rest_.isIslandStill(static_cast<std::size_t>(pair.bodies.second));
    const double part = still ? 0 : newPart;
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      const ImpulsePoint& point = problem_.points[k];
      const Vec3 bounce = further.empty() ? Vec3(Vec3::Zero()) : further[k];
      if (point.impulse.isZero(0) && bounce.isZero(0)) continue;
      const NearPoint& found = near_.points()[point.source];
      const Vec3 force = point.impulse / dt, first = point.first / dt;
      const Vec3 lasting = point.first.isZero(0) ? force : Vec3(first + part * (force - first));
      newContacts_.push_back({pair.bodies, found.name, found.point, found.normal, force, bounce / dt, lasting,
                              found.gap, found.area});
    }
    if (!pair.moment.isZero(0)) newMoments_.push_back({pair.bodies, pair.moment / dt});
  }
  contacts_.take(newContacts_, newMoments_, works, dt);
}

// Impulses that do not yet satisfy their laws may bring in energy, and so may rotations. Bodies that touch
// each other lose what they have too much.
void ContactDynamics::limit(const std::vector<Vec3>& further, const BodyInertia& inertia, BodyState& target) {
  findLosses(inertia, target);
  UnionFind sets(target.size());
  std::vector<double> walls(target.size(), 0.0);
  std::vector<char> leans(target.size(), 0);
  for (const ImpulsePair& pair : problem_.pairs) {
    const auto a = static_cast<std::size_t>(pair.bodies.first),
               b = static_cast<std::size_t>(pair.bodies.second);
    const std::size_t moving = inertia.isWall(a) ? b : a;
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      const ImpulsePoint& point = problem_.points[k];
      const Vec3 impulse = further.empty() ? point.impulse : Vec3(point.impulse + further[k]);
      if (impulse.isZero(0)) continue;
      if (!inertia.isWall(a) && !inertia.isWall(b)) {
        sets.unite(pair.bodies.first, pair.bodies.second);
        continue;
      }
      leans[moving] = 1;
      const ImpulseBody& wall = problem_.bodies[moving == a ? b : a];
      const double work =
          impulse.dot(wall.velocity + wall.angularVelocity.cross(moving == a ? point.leverB : point.leverA));
      walls[moving] += moving == b ? work : -work;
    }
  }
  std::vector<std::vector<std::size_t>> groups(target.size());
  for (std::size_t i = 0; i < target.size(); ++i)
    if (pressed_[i] && !inertia.isWall(i))
      groups[static_cast<std::size_t>(sets.find(static_cast<Index>(i)))].push_back(i);
  for (const std::vector<std::size_t>& group : groups) {
    if (group.empty()) continue;
    double excess = 0;
    bool onWalls = false;
    for (const std::size_t i : group) {
      excess -= losses_[i] + walls[i];
      onWalls = onWalls || leans[i];
    }
    if (excess > 0) slow(group, onWalls ? Kept::Nothing : Kept::Motion, excess, target, inertia);
  }
}

// The energy that bodies have lost in the step, but for the work of walls, J: kinetic, and potential where
// they had their velocities.
void ContactDynamics::findLosses(const BodyInertia& inertia, const BodyState& target) {
  losses_.assign(target.size(), 0.0);
  forEachBody(target.size(), [&](std::size_t i) {
    if (inertia.isWall(i)) return;
    const double fall = lags_[i] * gravity_.dot(target.velocity[i]);
    losses_[i] = energies_[i] - inertia.kineticEnergy(i, target) - inertia.mass(i) * fall;
  });
}

// By the mean of the relative velocities before and after: that of the start of the step, before gravity
// acts, and that after its impulses; see the README.
StepWorks ContactDynamics::works(const std::vector<Vec3>& further) const {
  StepWorks all;
  const auto part = [&](std::size_t begin, std::size_t end) { return worksOf(further, begin, end); };
  for (const StepWorks& works : sumsOfPairs(problem_.pairs.size(), part)) {
    all.friction += works.friction;
    all.rolling += works.rolling;
    all.walls += works.walls;
  }
  return all;
}

StepWorks ContactDynamics::worksOf(const std::vector<Vec3>& further, std::size_t begin,
                                   std::size_t end) const {
  StepWorks works;
  const std::vector<ImpulseBody>&before = step_.before(), &after = moved_, &last = problem_.bodies;
  const auto add = [&works](const ImpulsePair& pair, const ImpulsePoint& point, const Vec3& impulse,
                            const std::vector<ImpulseBody>& from, const std::vector<ImpulseBody>& to) {
    if (impulse.isZero(0)) return;
    const auto i = static_cast<std::size_t>(pair.bodies.first),
               j = static_cast<std::size_t>(pair.bodies.second);
    const Vec3 ofA = 0.5 * (from[i].velocityAt(point.leverA) + to[i].velocityAt(point.leverA)),
               ofB = 0.5 * (from[j].velocityAt(point.leverB) + to[j].velocityAt(point.leverB));
    const double along = point.normal.dot(impulse), normal = along * point.normal.dot(ofB - ofA);
    works.friction -= impulse.dot(ofB - ofA) - normal;
    if (from[i].inverseMass == 0) works.walls += impulse.dot(ofA);
    if (from[j].inverseMass == 0) works.walls -= impulse.dot(ofB);
  };
  for (std::size_t n = begin; n < end; ++n) {
    const ImpulsePair& pair = problem_.pairs[n];
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      const ImpulsePoint& point = problem_.points[k];
      add(pair, point, point.impulse, before, after);
      if (!further.empty()) add(pair, point, further[k], after, last);
    }
    const auto turnOf = [&](const std::vector<ImpulseBody>& bodies, Index i) {
      return bodies[static_cast<std::size_t>(i)].angularVelocity;
    };
    const auto [i, j] = pair.bodies;
    const Vec3 turns = 0.5 * (turnOf(before, j) + turnOf(after, j) - turnOf(before, i) - turnOf(after, i));
    works.rolling -= pair.moment.dot(turns);
  }
  return works;
}

// Bodies that are near each other move by a part of their sizes; none turns far.
double ContactDynamics::longestStep(const BodyState& state, const BodyInertia& inertia, double time) const {
  double longest = std::numeric_limits<double>::infinity(), fastest = 0;
  const PointSpeeds speeds(bodies_, state, time);
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (!(time < bodies_[i].removed)) continue;
    const double rate = inertia.angularVelocity(i, state).norm();
    if (rate > 0 && !inertia.isWall(i)) longest = std::min(longest, turnOfStep / rate);
    fastest = std::max(fastest, speeds.boundOf(i));
  }
  if (fastest > 0) longest = std::min(longest, motionOfSize * smallest_ / fastest);
  const double fall = gravity_.norm();
  if (fall > 0) longest = std::min(longest, std::sqrt(2 * fallOfSize * smallest_ / fall));
  return longest;
}

void ContactDynamics::save(ByteWriter& bytes) const {
  bytes.array(lags_);
  bytes.value(residual_);
  near_.save(bytes);
  rest_.save(bytes);
}

void ContactDynamics::load(ByteReader& bytes) {
  lags_ = bytes.array<double>();
  residual_ = bytes.value<double>();
  near_.load(bytes);
  rest_.load(bytes);
  const auto sound = [](double lag) { return lag >= 0 && std::isfinite(lag); };
  if ((!lags_.empty() && lags_.size() != bodies_.size()) || !std::ranges::all_of(lags_, sound))
    throw damagedSnapshot();
}

}  // namespace talus
