#include "dynamics/contact_dynamics/step_record.h"

namespace talus {

// An impulse that is too large by an error leaves a velocity that the next one takes back: their mean is
// nearer to the force that keeps bodies at rest than either of them. Where all bodies keep still each
// solve starts from the same impulses, so that its errors do not wander.
void StepRecord::take(const ImpulseProblem& problem, std::span<const Vec3> further, const NearContacts& near,
                      const Rest& rest, const StepWorks& works, double length) {
  constexpr double newPart = 0.5;
  newContacts_.clear();
  newMoments_.clear();
  for (const ImpulsePair& pair : problem.pairs) {
    const bool still = rest.isIslandStill(static_cast<std::size_t>(pair.bodies.first)) ||
                       rest.isIslandStill(static_cast<std::size_t>(pair.bodies.second));
    const double part = still ? 0 : newPart;
    for (std::size_t k = pair.begin; k < pair.end; ++k) {
      const ImpulsePoint& point = problem.points[k];
      const Vec3 bounce = further.empty() ? Vec3(Vec3::Zero()) : further[k];
      if (point.impulse.isZero(0) && bounce.isZero(0)) continue;
      const NearPoint& found = near.points()[point.source];
      const Vec3 force = point.impulse / length, first = point.first / length;
      const Vec3 lasting = point.first.isZero(0) ? force : Vec3(first + part * (force - first));
      newContacts_.push_back({pair.bodies, found.name, found.point, found.normal, force, bounce / length,
                              lasting, found.gap, found.area});
    }
    if (!pair.moment.isZero(0)) newMoments_.push_back({pair.bodies, pair.moment / length});
  }
  contacts_.take(newContacts_, newMoments_, works, length);
}

}  // namespace talus
