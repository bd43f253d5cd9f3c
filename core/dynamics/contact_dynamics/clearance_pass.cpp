#include "dynamics/contact_dynamics/clearance_pass.h"

#include <algorithm>

#include "dynamics/contact_dynamics/chunk_loop.h"

namespace talus {

namespace {

constexpr double leastPart = 0.5;     // of the clearance, to which positions are put right
constexpr double slackPart = 0.2;     // of the clearance, by which they may be less
constexpr double partOfDepth = 0.05;  // of a deep overlap, that a step takes back
constexpr ConeAccuracy ofPositions{.residual = 0.1, .least = 3, .most = 40};

// Turns a body with its angular momentum, unless that would bring in energy: then its motion turns with it,
// as that of a slender rod must, which spins fast.
void turn(const Vec3& angle, const BodyInertia& inertia, std::size_t i, BodyState& target) {
  constexpr double allowedGain = 1e-3;  // of the energy of the rotation
  const double before = inertia.rotationEnergy(i, target);
  const Quaternion rotation = rotationBy(angle);
  target.orientation[i] = (rotation * target.orientation[i]).normalised();
  if (inertia.rotationEnergy(i, target) > (1 + allowedGain) * before)
    target.angularMomentum[i] = rotation.rotate(target.angularMomentum[i]);
}

}  // namespace

void ClearancePass::restore(const StepProblem& step, const NearContacts& near, double length,
                            const Vec3& gravity, const BodyInertia& inertia, const ImpulseProblem& problem,
                            BodyState& target) {
  gaps_.resize(problem.points.size());
  forEachPair(problem.pairs.size(), [&](std::size_t n) {
    const ImpulsePair& pair = problem.pairs[n];
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      const ImpulsePoint& point = problem.points[k];
      gaps_[k] = near.points()[point.source].gap + length * point.normal.dot(problem.velocityAt(pair, point));
    }
  });
  part_.pairs.clear();
  part_.points.clear();
  bool tooClose = false;
  for (const ImpulsePair& pair : problem.pairs) {
    const double clearance = step.clearance(pair.bodies), least = leastPart * clearance;
    const std::size_t begin = part_.points.size();
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      const double gap = gaps_[k] - least;
      if (gap > clearance) continue;
      ImpulsePoint& point = part_.points.emplace_back(problem.points[k]);
      point.cone = {};
      point.slack = slackPart * clearance;
      point.impulse = Vec3::Zero();
      point.approach = std::max(gap, std::min(-clearance, partOfDepth * gap));
      tooClose = tooClose || gap < -slackPart * clearance;
    }
    part_.addPart(pair, begin);
  }
  gained_.clear();
  if (!tooClose) return;
  part_.bodies = problem.bodies;
  for (ImpulseBody& body : part_.bodies) body.velocity = body.angularVelocity = Vec3::Zero();
  solver_.solve(part_, ofPositions);
  gained_.assign(target.size(), 0.0);
  for (std::size_t i = 0; i < target.size(); ++i) {
    const ImpulseBody& body = part_.bodies[i];
    if (body.inverseMass == 0 || (body.velocity.isZero(0) && body.angularVelocity.isZero(0))) continue;
    target.position[i] += body.velocity;
    turn(body.angularVelocity, inertia, i, target);
    gained_[i] = -inertia.mass(i) * gravity.dot(body.velocity);
  }
}

}  // namespace talus
