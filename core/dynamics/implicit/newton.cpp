#include "dynamics/implicit/newton.h"

#include <cmath>

#include "base/parallel.h"

namespace talus {

namespace {

constexpr int fullSteps = 6;             // before line searches: mostly enough, and faster
constexpr double sufficientSlope = 0.9;  // of the slope at the start: the search ends below it
constexpr double cut = 0.25;             // of a step that was too long
constexpr int maximumSearchTrials = 25;
constexpr double convergedLoadsSquared = 1e-12;  // of the loads, squared: no line search below a millionth

}  // namespace

bool Newton::Search::adapt(double slopeNow) {
  if (slope >= 0 || ++trials > maximumSearchTrials) return false;
  const bool far = slopeNow > -sufficientSlope * slope, near = slopeNow < sufficientSlope * slope;
  if (far)
    tooLong = length;
  else if (near && length < 1)
    tooShort = length;
  else
    return false;
  length = tooShort > 0 ? std::sqrt(tooShort * tooLong) : cut * tooLong;
  return true;
}

void Newton::restart() {
  steps_ = 0;
  links_.clear();
}

void Newton::improve(LoadGuess& guess, const MovingSystem& system) {
  if (steps_ > fullSteps && adaptSteps(guess)) return;
  linearise(guess, system);
  beginSearches(guess, system);
  ++steps_;
}

double Newton::slope(const Search& search, const LoadGuess& guess) const {
  double sum = 0;
  for (const std::size_t i : search.bodies)
    sum += (guess.used.force[i] - guess.found.force[i]).dot(direction_.force[i]) +
           (guess.used.torque[i] - guess.found.torque[i]).dot(direction_.torque[i]);
  return sum;
}

// Whether the residual is negligible.
bool Newton::isDone(const Search& search, const LoadGuess& guess, const BodyInertia& inertia) const {
  const auto effect = [&](std::size_t i, const Vec3& force, const Vec3& torque) {
    return inertia.inverseMass(i) * force.squaredNorm() +
           torque.squaredNorm() / inertia.moments(i).maxCoeff();
  };
  double missing = 0, loads = 0;
  for (const std::size_t i : search.bodies) {
    missing += effect(i, residual_.force[i], residual_.torque[i]);
    loads += effect(i, guess.found.force[i], guess.found.torque[i]);
  }
  return missing <= convergedLoadsSquared * loads;
}

// Adapts the step lengths of line searches that have not ended. @return whether any changed.
bool Newton::adaptSteps(LoadGuess& guess) {
  bool any = false;
  for (Search& search : searches_) {
    if (!search.adapt(slope(search, guess))) continue;
    for (const std::size_t i : search.bodies) {
      guess.used.force[i] = base_.force[i] + search.length * change_.force[i];
      guess.used.torque[i] = base_.torque[i] + search.length * change_.torque[i];
    }
    any = true;
  }
  return any;
}

void Newton::linearise(const LoadGuess& guess, const MovingSystem& system) {
  const BodyInertia& inertia = system.inertia;
  const std::size_t count = guess.used.size();
  base_ = guess.used;
  residual_.clear(count);
  for (std::size_t i = 0; i < count; ++i) {
    residual_.force[i] = guess.found.force[i] - base_.force[i];
    residual_.torque[i] = guess.found.torque[i] - base_.torque[i];
  }
  change_ = residual_;
  const auto islands = contactIslands(system.field.linearised(), inertia);
  Context context;
  parallelChunks(islands.size(), 8, context, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      solveIsland(islands[k], inertia, guess.state, guess.dt, residual_, change_);
  });
  direction_.clear(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (inertia.isWall(i)) continue;
    direction_.force[i] = inertia.inverseMass(i) * change_.force[i];
    direction_.torque[i] = inertia.angularVelocity(i, guess.state.orientation[i], change_.torque[i]);
  }
}

void Newton::beginSearches(LoadGuess& guess, const MovingSystem& system) {
  const auto contacts = system.field.linearised();
  std::vector<const LinearContact*> all(contacts.begin(), contacts.end());
  for (const LinearContact& link : links_) all.push_back(&link);
  const auto groups = contactIslands(all, system.inertia);
  links_.clear();
  searches_.clear();
  for (const ContactIsland& group : groups) {
    Search& search = searches_.emplace_back();
    search.bodies = group.bodies;
    if (!isDone(search, guess, system.inertia)) search.slope = slope(search, guess);
    auto before = static_cast<Index>(group.bodies.front());
    for (const std::size_t body : group.bodies) {
      links_.push_back({before, static_cast<Index>(body)});
      before = static_cast<Index>(body);
    }
  }
  for (std::size_t i = 0; i < guess.used.size(); ++i) {
    guess.used.force[i] += change_.force[i];
    guess.used.torque[i] += change_.torque[i];
  }
}

}  // namespace talus
