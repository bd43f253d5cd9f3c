#include "dynamics/implicit/rested_bodies.h"

#include <algorithm>

#include "base/damaged_snapshot.h"
#include "dynamics/implicit/tolerances.h"

namespace talus {

void RestedBodies::beginStep(std::size_t bodies) {
  if (rest_.size() != bodies) rest_.assign(bodies, {});
  next_.assign(bodies, {});
}

bool RestedBodies::restAgain(std::span<const std::size_t> bodies, const LongStage& stage,
                             const BodyInertia& inertia) const {
  return std::ranges::all_of(bodies, [&](std::size_t i) {
    const Rest& rest = rest_[i];
    const double most = tolerances.converged * stage.pull[i];
    return rest.known && (stage.residual.force[i] - rest.force).norm() <= most &&
           (stage.residual.torque[i] - rest.torque).norm() <= most * gyration(inertia, i);
  });
}

void RestedBodies::note(std::size_t i, const LongStage& stage, bool again) {
  next_[i] = again ? rest_[i] : Rest{stage.settled[i], stage.residual.force[i], stage.residual.torque[i]};
}

void RestedBodies::save(ByteWriter& bytes) const {
  bytes.array(rest_);
}

void RestedBodies::load(ByteReader& bytes) {
  rest_ = bytes.array<Rest>();
  const auto isSound = [](const Rest& rest) { return rest.force.allFinite() && rest.torque.allFinite(); };
  if (!std::ranges::all_of(rest_, isSound)) throw damagedSnapshot();
}

}  // namespace talus
