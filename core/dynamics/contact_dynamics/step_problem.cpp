#include "dynamics/contact_dynamics/step_problem.h"

#include <algorithm>

#include "dynamics/body/body_loop.h"
#include "dynamics/contact_dynamics/chunk_loop.h"

namespace talus {

namespace {

constexpr std::size_t pairsPerSearch = 256;
constexpr double slackOfClearance = 0.3;
constexpr double slackOfSpeed = 0.01;  // of the speeds of two bodies, by which solvers may let them approach

Vec3 displacementRate(const Vec3& from, const Vec3& to, double length) {
  return (to - from) / length;
}

}  // namespace

StepProblem::StepProblem(const Scene& scene, const ForceBodies& bodies, const BodyInertia& inertia)
    : bodies_(bodies), inertia_(inertia), materials_(scene.materials.size()) {
  for (std::size_t i = 0; i < materials_; ++i)
    for (std::size_t j = 0; j < materials_; ++j)
      parameters_.push_back(contactBetween(scene, static_cast<Index>(i), static_cast<Index>(j)));
}

const ContactParameters& StepProblem::parameters(const BodyPair& pair) const {
  const auto a = static_cast<std::size_t>(bodies_[pair.first].law.material),
             b = static_cast<std::size_t>(bodies_[pair.second].law.material);
  return parameters_[a * materials_ + b];
}

double StepProblem::clearance(const BodyPair& pair) const {
  return std::min(clearance(bodies_[pair.first]), clearance(bodies_[pair.second]));
}

double StepProblem::clearance(const ForceBody& body) {
  constexpr double part = 1e-4;
  return part * body.thickness;
}

// Walls have the velocities of their displacements: with the derivatives bodies would overlap with them.
void StepProblem::begin(const StepStart& start) {
  const BodyState& state = start.state;
  before_.resize(state.size());
  free_.resize(state.size());
  forEachBody(state.size(), [&](std::size_t i) {
    ImpulseBody& body = before_[i];
    body = {};
    if (inertia_.isWall(i)) {
      body.velocity = displacementRate(state.position[i], start.target.position[i], start.length);
      body.angularVelocity =
          rotationBetween(state.orientation[i], start.target.orientation[i]) / start.length;
      free_[i] = body;
      return;
    }
    body.velocity = state.velocity[i];
    body.angularVelocity = inertia_.angularVelocity(i, state);
    body.inverseMass = inertia_.inverseMass(i);
    const Eigen::Matrix3d axes = (state.orientation[i] * inertia_.axes(i)).matrix();
    body.inverseInertia = axes * inertia_.moments(i).cwiseInverse().asDiagonal() * axes.transpose();
    free_[i] = body;
    free_[i].velocity += (start.lags[i] + 0.5 * start.length) * start.gravity;
  });
}

void StepProblem::build(const StepStart& start, const NearContacts& near, const MeanContacts& last,
                        ImpulseProblem& problem) {
  problem.bodies = free_;
  problem.pairs.resize(near.pairs().size());
  problem.points.resize(near.points().size());
  forEachPair(problem.pairs.size(), [&](std::size_t n) { setPair(start, near, n, problem); });
  inChunks(problem.pairs.size(), pairsPerSearch, [&](std::size_t begin, std::size_t end) {
    startFrom(last, near, start.length, begin, end, problem);
  });
  problem.apply();
}

void StepProblem::setPair(const StepStart& start, const NearContacts& near, std::size_t number,
                          ImpulseProblem& problem) const {
  const NearPair& near_ = near.pairs()[number];
  const auto [i, j] = near_.bodies;
  const ContactParameters& law = parameters(near_.bodies);
  const Vec3 &centreA = start.state.position[static_cast<std::size_t>(i)],
             &centreB = start.state.position[static_cast<std::size_t>(j)];
  const double clearance = this->clearance(near_.bodies);
  const double speed = before_[static_cast<std::size_t>(i)].velocity.norm() +
                       before_[static_cast<std::size_t>(j)].velocity.norm();
  ImpulsePair& pair = problem.pairs[number];
  pair = {};
  pair.bodies = near_.bodies;
  pair.begin = near_.begin;
  pair.end = near_.end;
  pair.restitution = law.restitution;
  const double nearest = 1 / (1 / bodies_[i].law.radius + 1 / bodies_[j].law.radius);
  pair.rolling = law.rollingResistance * nearest;
  for (std::size_t k = near_.begin; k < near_.end; ++k) {
    const NearPoint& found = near.points()[k];
    ImpulsePoint& point = problem.points[k];
    point = {};
    point.source = k;
    point.leverA = found.point - centreA;
    point.leverB = found.point - centreB;
    point.normal = found.normal;
    point.approach = std::max(0.0, found.gap - clearance) / start.length;
    point.slack = slackOfClearance * clearance / start.length + slackOfSpeed * speed;
    point.cone.friction = law.friction;
    const bool closed = found.gap <= 2 * clearance;
    if (closed && law.cohesion > 0) point.cone.pull = start.length * law.cohesion * found.area;
    pair.normal += found.normal;
  }
  pair.normal.normalize();
}

// Forces last, impulses grow with the step. Both lists are sorted by pairs.
void StepProblem::startFrom(const MeanContacts& last, const NearContacts& near, double length,
                            std::size_t begin, std::size_t end, ImpulseProblem& problem) const {
  const BodyPair& first = problem.pairs[begin].bodies;
  auto contact = std::ranges::lower_bound(last.contacts(), first, {}, &MeanContact::bodies);
  auto moment = std::ranges::lower_bound(last.moments(), first, {}, &MeanMoment::bodies);
  for (std::size_t n = begin; n < end; ++n) {
    ImpulsePair& pair = problem.pairs[n];
    while (contact != last.contacts().end() && contact->bodies < pair.bodies) ++contact;
    for (auto known = contact; known != last.contacts().end() && known->bodies == pair.bodies; ++known)
      for (std::size_t k = pair.begin; k < pair.end; ++k) {
        ImpulsePoint& point = problem.points[k];
        if (near.points()[point.source].name != known->name) continue;
        point.impulse = point.first = point.cone.nearest(length * known->lasting, point.normal);
      }
    while (moment != last.moments().end() && moment->bodies < pair.bodies) ++moment;
    if (moment == last.moments().end() || moment->bodies != pair.bodies || pair.rolling == 0) continue;
    const Vec3 across = moment->moment - pair.normal.dot(moment->moment) * pair.normal;
    double pressed = 0;
    for (std::size_t k = pair.begin; k < pair.end; ++k)
      pressed += std::max(0.0, problem.points[k].normal.dot(problem.points[k].impulse));
    pair.moment = shortened(length * across, pair.rolling * pressed);
  }
}

}  // namespace talus
