#include "dynamics/implicit/secant_pairs.h"

namespace talus {

double workOf(const Loads& loads, const Motions& motions, std::span<const std::size_t> bodies) {
  double work = 0;
  for (const std::size_t i : bodies)
    work += loads.force[i].dot(motions.shift[i]) + loads.torque[i].dot(motions.turn[i]);
  return work;
}

void SecantPairs::add(Motions motion, Loads change) {
  if (pairs_.size() == depth) pairs_.pop_front();
  pairs_.push_back({std::move(motion), std::move(change)});
}

void SecantPairs::forget(std::span<const std::size_t> bodies) {
  for (Pair& pair : pairs_)
    for (const std::size_t i : bodies) {
      pair.motion.shift[i].setZero();
      pair.motion.turn[i].setZero();
    }
}

SecantPairs::Weights SecantPairs::reduce(std::span<const std::size_t> bodies, Loads& residual) const {
  Weights weights{};
  for (std::size_t k = pairs_.size(); k-- > 0;) {
    const auto& [motion, change] = pairs_[k];
    const double work = workOf(change, motion, bodies);
    if (!(work > 0)) continue;
    weights[k] = workOf(residual, motion, bodies) / work;
    for (const std::size_t i : bodies) {
      residual.force[i] -= weights[k] * change.force[i];
      residual.torque[i] -= weights[k] * change.torque[i];
    }
  }
  return weights;
}

void SecantPairs::restore(std::span<const std::size_t> bodies, const Weights& weights,
                          Motions& motion) const {
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const Pair& pair = pairs_[k];
    const double work = workOf(pair.change, pair.motion, bodies);
    if (!(work > 0)) continue;
    const double left = weights[k] - workOf(pair.change, motion, bodies) / work;
    for (const std::size_t i : bodies) {
      motion.shift[i] += left * pair.motion.shift[i];
      motion.turn[i] += left * pair.motion.turn[i];
    }
  }
}

}  // namespace talus
