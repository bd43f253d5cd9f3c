#include "dynamics/contact_dynamics/contact_dynamics.h"

#include <algorithm>
#include <cmath>

#include "base/damaged_snapshot.h"
#include "dynamics/body/body_loop.h"
#include "dynamics/body/free_rotation.h"
#include "dynamics/body/rotation_kernel.h"

namespace talus {

namespace {

// A step that a user gives may turn a body farther than one chosen by itself: so far that its energy would
// change much.
void rotate(const BodyInertia& inertia, std::size_t begin, std::size_t end, double dt, BodyState& target) {
  constexpr double usualTurn = 0.25;  // rad
  std::size_t first = begin;          // not yet rotated
  for (std::size_t i = begin; i < end; ++i) {
    if (inertia.isWall(i) || !(inertia.angularVelocity(i, target).norm() * dt > usualTurn)) continue;
    rotateFreely(inertia, target, first, i, dt);
    target.orientation[i] = rotateFreelyFar(inertia, i, target.orientation[i], target.angularMomentum[i], dt);
    first = i + 1;
  }
  rotateFreely(inertia, target, first, end, dt);
}

}  // namespace

ContactDynamics::ContactDynamics(const Scene& scene, const ForceBodies& bodies, const BodyInertia& inertia,
                                 const ContactDynamicsOptions& options, BroadPhaseMethod broadPhase,
                                 MeanContacts& contacts, MotionGuard* guard)
    : bodies_(bodies),
      gravity_(scene.gravity),
      guard_(guard),
      near_(scene, bodies, inertia, broadPhase),
      step_(scene, bodies, inertia),
      solver_(bodies, options),
      record_(contacts) {
  requireValid(options);
}

void ContactDynamics::forget() {
  lags_.clear();
  solver_.rest().forget();
}

StepReport ContactDynamics::advance(BodyState& state, MovingSystem& system, double time, double dt) {
  const BodyInertia& inertia = system.inertia;
  lags_.resize(state.size(), 0.0);
  BodyState target = state;
  system.field.impose(target, time + dt);
  const StepStart start{state, target, lags_, gravity_, dt};
  step_.begin(start);
  near_.find(state, time, reachesOf(bodies_, step_.before(), gravity_, dt));
  last_.squeezed = findSqueeze(near_, bodies_, step_.before());
  step_.build(start, near_, record_.contacts(), problem_);
  const ConeReport solved = solver_.solve(start, time, record_.contacts().contacts(), problem_);
  StepReport report;
  report.iterations = solved.sweeps;
  move(inertia, dt, target);
  clearance_.restore(step_, near_, dt, gravity_, inertia, problem_, target);
  if (!guardMotion(state, time + dt, inertia, target)) {
    report.converged = false;
    return report;
  }
  last_.residual = solved.residual;
  moved_ = problem_.bodies;
  budget_.begin(start, target, inertia);
  const std::vector<Vec3>& further =
      rebound_.find(start, step_, solver_.options(), inertia, budget_.energies(), last_.parts, problem_);
  report.iterations += rebound_.sweeps();
  finish(start, further, inertia, target);
  state = std::move(target);
  return report;
}

void ContactDynamics::move(const BodyInertia& inertia, double dt, BodyState& target) {
  for (std::size_t i = 0; i < target.size(); ++i)
    if (!inertia.isWall(i)) target.velocity[i] = step_.free()[i].velocity;
  given_.give(problem_, inertia, target);
  for (std::size_t i = 0; i < target.size(); ++i)
    if (solver_.rest().has(i)) target.velocity[i] = target.angularMomentum[i] = Vec3::Zero();
  forEachRange(target.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (!inertia.isWall(i)) target.position[i] += dt * target.velocity[i];
    rotate(inertia, begin, end, dt, target);
  });
}

// Bodies carry out the parts of their motions with which they stay apart, and keep these parts of their
// velocities: so they never gain energy. @return false: a wall would not leave room.
bool ContactDynamics::guardMotion(const BodyState& start, double time, const BodyInertia& inertia,
                                  BodyState& target) {
  last_.parts.assign(target.size(), 1.0);
  if (guard_ == nullptr) return true;
  guard_->begin(start);
  const std::span<const double> parts = guard_->allowedParts(target, time);
  if (parts.empty() && !start.position.empty()) return false;
  last_.held = 0;
  last_.parts.assign(parts.begin(), parts.end());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] >= 1) continue;
    ++last_.held;
    const double rotation = inertia.rotationEnergy(i, target);
    takePart(start, stepMotion(start, target, i, bodies_[i].extent), parts[i], i, target);
    problem_.bodies[i].velocity *= parts[i];
    problem_.bodies[i].angularVelocity *= parts[i];
    target.velocity[i] *= parts[i];
    target.angularMomentum[i] *= parts[i];
    // The part of a rotation is not where free rotation leads: a slender rod would spin faster there.
    if (const double now = inertia.rotationEnergy(i, target), most = parts[i] * parts[i] * rotation;
        now > most)
      target.angularMomentum[i] *= std::sqrt(most / now);
  }
  return true;
}

// Bodies in flight, and those that rebound, get the velocities of the end of the step. Held ones get the part
// of what they fall, too: with all of it one that turns about at its highest place would gain energy.
void ContactDynamics::finish(const StepStart& start, std::span<const Vec3> further,
                             const BodyInertia& inertia, BodyState& target) {
  StepWorks works = worksOfImpulses(problem_, further, step_.before(), moved_);
  if (!further.empty()) given_.giveFurther(problem_, further, rebound_.shifts(), inertia, target);
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (inertia.isWall(i)) continue;
    const bool atEnd = !given_.acts(i) || rebound_.rebounded()[i];
    if (atEnd) target.velocity[i] += 0.5 * last_.parts[i] * start.length * gravity_;
    lags_[i] = atEnd ? 0 : 0.5 * start.length;
  }
  budget_.limit(problem_, further, given_, lags_, gravity_, inertia, target);
  for (std::size_t i = 0; i < target.size(); ++i) works.restored += clearance_.gained(i);
  const double lost = budget_.lost(lags_, gravity_, inertia, target);
  works.impacts = lost + works.restored + works.walls - works.friction - works.rolling;
  record_.take(problem_, further, near_, solver_.rest(), works, start.length);
}

void ContactDynamics::save(ByteWriter& bytes) const {
  bytes.all(lags_, last_.residual, near_, solver_.rest());
}

void ContactDynamics::load(ByteReader& bytes) {
  bytes.all(lags_, last_.residual, near_, solver_.rest());
  const auto sound = [](double lag) { return lag >= 0 && std::isfinite(lag); };
  if ((!lags_.empty() && lags_.size() != bodies_.size()) || !std::ranges::all_of(lags_, sound))
    throw damagedSnapshot();
}

}  // namespace talus
