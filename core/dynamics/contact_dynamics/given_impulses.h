#pragma once

#include <span>
#include <vector>

#include "dynamics/body/body_inertia.h"
#include "dynamics/contact_dynamics/impulse_problem.h"

namespace talus {

/// What impulses do to bodies in a step, and which bodies they act on. Walls do not change.
class GivenImpulses {
 public:
  /// Adds the impulses and moments of a problem to the motion of its bodies, one after the other: momentum
  /// and angular momentum are conserved to rounding.
  void give(const ImpulseProblem& problem, const BodyInertia& inertia, BodyState& target);
  /// Adds further impulses to those of give().
  /// @param impulses of each point of the problem. @param shifts from its place for A, see Rebound.
  void giveFurther(const ImpulseProblem& problem, std::span<const Vec3> impulses,
                   std::span<const Vec3> shifts, const BodyInertia& inertia, BodyState& target);
  /// Whether one acts on a body, since give().
  bool acts(std::size_t body) const { return acts_[body] != 0; }

 private:
  void add(const BodyPair& bodies, const ImpulsePoint& point, const Vec3& impulse, const Vec3& shift,
           const BodyInertia& inertia, BodyState& target);

  std::vector<char> acts_;
};

}  // namespace talus
