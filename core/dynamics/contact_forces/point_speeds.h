#pragma once

#include "dynamics/contact_forces/force_bodies.h"

namespace talus {

/// A body that moves by at most its speed times a duration.
struct Flight {
  Index itself = -1;  ///< among others; −1: it is none of them
  Box box;
  double speed = 0;
  bool wall = false;
};

/// How fast the points of bodies' surfaces are in a state. Refers to its arguments.
class PointSpeeds {
 public:
  PointSpeeds(const ForceBodies& bodies, const BodyState& state, double time)
      : bodies_(bodies), state_(state), time_(time) {}

  /// The maximum speed of a point of body i, m/s; 0 once it is removed.
  double of(std::size_t i) const;
  /// An upper bound of that, which costs a tenth of it.
  double boundOf(std::size_t i) const;
  /// The maximum over all bodies but ghosts. O(bodies).
  double greatest() const;
  /// Whether a body meets none of these, but for itself and ghosts, while each of them moves as far from its
  /// box as its speed takes it. O(bodies).
  /// @param fastest an upper bound of the speeds of all bodies but ghosts.
  bool meetsNothing(const Flight& body, double fastest, double duration) const;

 private:
  const ForceBodies& bodies_;
  const BodyState& state_;
  double time_;
};

}  // namespace talus
