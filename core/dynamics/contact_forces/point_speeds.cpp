#include "dynamics/contact_forces/point_speeds.h"

#include <algorithm>

#include "broadphase/next_overlap.h"

namespace talus {

double PointSpeeds::of(std::size_t i) const {
  if (!(time_ < bodies_[i].removed)) return 0;
  return state_.velocity[i].norm() + bodies_.inertia().angularVelocity(i, state_).norm() * bodies_[i].extent;
}

double PointSpeeds::boundOf(std::size_t i) const {
  constexpr double rounding = 1 + 1e-12;
  return rounding * (state_.velocity[i].norm() + bodies_[i].lever * state_.angularMomentum[i].norm());
}

double PointSpeeds::greatest() const {
  double speed = 0;
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (!bodies_[i].ghost) speed = std::max(speed, of(i));
  return speed;
}

// Boxes come first, all grown by the way of the fastest one: nearly all are apart.
bool PointSpeeds::meetsNothing(const Flight& body, double fastest, double duration) const {
  if (body.box.isEmpty()) return true;
  const auto grown = [&body](double way) {
    return Box((body.box.min().array() - way).matrix(), (body.box.max().array() + way).matrix());
  };
  const auto wayBeside = [&](double speed) { return (body.speed + speed) * duration; };
  const Box wide = grown(wayBeside(fastest));
  for (std::size_t j = nextOverlap(bodies_.boxes(), wide, 0); j < bodies_.size();
       j = nextOverlap(bodies_.boxes(), wide, j + 1)) {
    const bool counts = static_cast<Index>(j) != body.itself && !bodies_[j].ghost;
    if (!counts || (body.wall && bodies_[j].wall)) continue;
    if (grown(wayBeside(of(j))).intersects(bodies_.boxes().box(j))) return false;
  }
  return true;
}

}  // namespace talus
