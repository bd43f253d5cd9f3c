#pragma once

#include "dynamics/law/contact_point.h"
#include "dynamics/law/contact_response.h"

namespace talus {

/// Of a contact point's tangential spring, N/m.
inline double tangentialStiffness(const PairLaw& law, const ContactPoint& point) {
  return law.tangentRatio * point.stiffness;
}

/// What is remembered of the tangential spring at a contact point.
struct RememberedSpring {
  Vec3 shift = Vec3::Zero();  ///< where the bodies are now
  double part = 1;            ///< of the stiffness of now that it had

  /// The shift that is left of it. A spring that softens keeps its shift. One that stiffens keeps it as far
  /// as the bodies have paid for that, for the rest it keeps its force, as Thornton and Randall have it for
  /// Mindlin's spring: so it never gains energy for nothing.
  /// @param paid part of its energy, 0 … 1.
  Vec3 stiffened(double paid) const { return part < 1 ? Vec3((paid + (1 - paid) * part) * shift) : shift; }
};

/// How B lies shifted along A, by the tangential springs of the last accepted state.
///
/// Under HaloArea points have springs of their own, by name; one that is new begins with none, as its
/// stiffness is new, too. Else the spring is the contact's. That of convex bodies is shifted and twisted as a
/// whole: the mean of what its points tell, so that it does not matter which of them bear. Bodies of any form
/// may touch in several places: there it is the mean of the springs nearby.
class ContactSpring {
 public:
  /// @param pair with points; must stay. O(springs).
  explicit ContactSpring(const TouchingPair& pair);

  /// O(1) where the spring is that of convex bodies' contact; else O(springs + points).
  RememberedSpring at(const ContactPoint& point) const;
  /// Of all springs, where the bodies are now, J.
  double energy() const;

 private:
  bool isWhole(const ContactPoint& point) const;
  Vec3 across(const Vec3& v) const { return v - normal_.dot(v) * normal_; }
  void measureTwist();
  void ignoreGain(double before);
  RememberedSpring own(const ContactPoint& point) const;
  RememberedSpring nearby(const ContactPoint& point) const;

  const TouchingPair& pair_;
  Vec3 normal_ = Vec3::Zero(), origin_ = Vec3::Zero(), middle_ = Vec3::Zero();
  Vec3 shift_ = Vec3::Zero();
  double twist_ = 0;
  double part_ = 1;
};

}  // namespace talus
