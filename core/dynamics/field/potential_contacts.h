#pragma once

#include <functional>

#include "dynamics/field/pressed_pair.h"

namespace talus {

/// How contact forces are evaluated.
enum class ContactMode {
  /// All forces, for steps that are short compared with a collision.
  Explicit,
  /// Without dashpots. Friction is limited by the current normal forces, and points that are new in this step
  /// slide from its start on. Only a state evaluated so may be accepted.
  FrictionUpdated,
  /// Without dashpots. Friction springs and their limits are those of the last evaluation as FrictionUpdated:
  /// forces
  /// are the derivative of a potential.
  FrictionLagged,
};

/// A field's contact forces as the derivative of a potential (IncrementalPotential).
class PotentialContacts {
 public:
  virtual ~PotentialContacts() = default;
  /// For the evaluations that follow.
  virtual void setMode(ContactMode mode) = 0;
  /// The gap at which forces begin, m.
  virtual double range() const = 0;
  /// Visits the pairs that exerted forces in the last evaluation, in their order.
  virtual void forEachPressed(const std::function<void(const PressedPair&)>& visit) const = 0;
};

}  // namespace talus
