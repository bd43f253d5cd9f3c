#pragma once

#include <boost/container/small_vector.hpp>

#include "dynamics/law/contact_point.h"
#include "dynamics/law/touching_pair.h"

namespace talus {

/// The stiffness of the tangential spring at a contact point, N/m.
inline double tangentialStiffness(const PairLaw& law, const ContactPoint& point) {
  return law.tangentRatio * point.stiffness;
}

/// The stored tangential spring at a contact point.
struct RememberedSpring {
  Vec3 shift = Vec3::Zero();  ///< at the current poses
  double part = 1;            ///< former over current stiffness

  /// The shift after a change of stiffness. A spring that softens keeps its shift. One that stiffens keeps
  /// its shift for the part of its energy for which the bodies did the work; for the rest it keeps its force,
  /// as Thornton and Randall propose for Mindlin's spring. So it never gains energy without work.
  /// @param paid that part of its energy, 0 … 1.
  Vec3 stiffened(double paid) const { return part < 1 ? Vec3((paid + (1 - paid) * part) * shift) : shift; }
};

/// The tangential shift of B relative to A, from the tangential springs of the last accepted state.
///
/// Under HaloArea each point has its own spring, found by name; a new point starts without shift, since its
/// stiffness is new, too. Under other laws the spring belongs to the contact. For convex bodies it has one
/// shift and one twist, the means over its points, so that it does not depend on which points carry the load.
/// Bodies of any form may touch in several places: there it is the mean of the springs nearby.
class ContactSpring {
 public:
  /// @param pair with points; must outlive this. O(springs).
  explicit ContactSpring(const TouchingPair& pair);

  /// O(1) for the contact of convex bodies, otherwise O(springs + points).
  RememberedSpring at(const ContactPoint& point) const;
  /// The energy of all springs at the current poses, J.
  double energy() const;

 private:
  bool isWhole(const ContactPoint& point) const;
  Vec3 across(const Vec3& v) const { return v - normal_.dot(v) * normal_; }
  void measureTwist();
  void ignoreGain(double before);
  RememberedSpring own(const ContactPoint& point) const;
  RememberedSpring nearby(const ContactPoint& point) const;

  const TouchingPair& pair_;
  boost::container::small_vector<TangentialSpring::Placed, 16> placed_;  // pair_.springs
  Vec3 normal_ = Vec3::Zero(), origin_ = Vec3::Zero(), middle_ = Vec3::Zero();
  Vec3 shift_ = Vec3::Zero();
  double twist_ = 0;
  double part_ = 1;
};

}  // namespace talus
