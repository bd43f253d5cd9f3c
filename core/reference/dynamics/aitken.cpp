#include "reference/dynamics/aitken.h"

#include <algorithm>

#include "dynamics/implicit/contact_islands.h"

namespace talus {

namespace {

constexpr double minimumFactor = 0.01,
                 maximumFactor = 4;  // the secant may be wrong when contacts open or close

}  // namespace

void Aitken::restart() {
  factor_.clear();
  before_.clear(0);
}

double Aitken::factorOf(const std::vector<std::size_t>& bodies, const BodyInertia& inertia) const {
  double along = 0, change = 0, factor = maximumFactor;
  for (const std::size_t i : bodies) {
    const double weight = inertia.inverseMass(i), turning = 1 / inertia.moments(i).maxCoeff();
    const Vec3 force = residual_.force[i] - before_.force[i],
               torque = residual_.torque[i] - before_.torque[i];
    along += weight * before_.force[i].dot(force) + turning * before_.torque[i].dot(torque);
    change += weight * force.squaredNorm() + turning * torque.squaredNorm();
    factor = std::min(factor, factor_[i]);
  }
  return change > 0 ? std::clamp(-factor * along / change, minimumFactor, maximumFactor) : factor;
}

void Aitken::improve(LoadGuess& guess, const MovingSystem& system) {
  const std::size_t count = guess.used.size();
  residual_.clear(count);
  for (std::size_t i = 0; i < count; ++i) {
    residual_.force[i] = guess.found.force[i] - guess.used.force[i];
    residual_.torque[i] = guess.found.torque[i] - guess.used.torque[i];
  }
  std::vector<double> factor(count, 1.0);  // for bodies without contacts
  const bool begins = before_.size() != count;
  if (begins) factor_.assign(count, first_);
  for (const ContactIsland& island : contactIslands(system.field.linearised(), system.inertia)) {
    const double theta = begins ? first_ : factorOf(island.bodies, system.inertia);
    for (const std::size_t i : island.bodies) factor[i] = theta;
  }
  for (std::size_t i = 0; i < count; ++i) {
    guess.used.force[i] += factor[i] * residual_.force[i];
    guess.used.torque[i] += factor[i] * residual_.torque[i];
  }
  factor_ = std::move(factor);
  std::swap(before_, residual_);
}

}  // namespace talus
