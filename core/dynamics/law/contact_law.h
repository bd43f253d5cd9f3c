#pragma once

#include <array>
#include <vector>

#include "dynamics/law/contact_point.h"
#include "options/contact_forces_options.h"
#include "scene/scene.h"

namespace talus {

/// The damping ratios that give a restitution for springs whose force grows as depth^n, 1 ≤ n ≤ 2: computed
/// for n = 1, 3/2 and 2, interpolated by a parabola.
class DampingRatios {
 public:
  DampingRatios() = default;  ///< no damping
  explicit DampingRatios(double restitution);
  /// @param exponent n; clamped to 1 … 2.
  double operator()(double exponent) const;
  /// ζ of Barrier: barrierDampingRatioOf().
  double ofBarrier() const { return ofBarrier_; }

 private:
  double ofBarrier_ = 0;
  std::array<double, 3> at_{};
};

/// Constants of two bodies that may touch.
struct PairLaw {
  double range = 0;         ///< ε of A + ε of B, m
  double reach = 0;         ///< gap at which the force begins: range, or less for bodies that started closer
  double sight = 0;         ///< if greater than the reach: gap up to which points without force are found, m
  double radius = 0;        ///< R*, m: 1/R* = 1/R + 1/R', radii of spheres of equal volume; walls are flat
  double stiffness = 0;     ///< k of a linear contact, N/m
  double foundation = 0;    ///< κ of HaloArea: k / (2 R*)², N/m³
  double hertz = 0;         ///< factor of HertzMindlin: (4/3) E* √R*, N/m^(3/2)
  double haloForce = 0;     ///< force of HaloSpring at gap 0, N
  double tangentRatio = 0;  ///< tangential stiffness over the normal one: Mindlin's 2(1 − ν)/(2 − ν)
  DampingRatios damping{};  ///< ζ that gives the restitution
  double friction = 0;      ///< µ
  double rollingResistance = 0;  ///< maximum rolling moment over the normal force, m
  double cohesion = 0;           ///< maximum attraction per area, Pa
  /// Whether each point has its own stiffness, as from a potential over areas (HaloArea); otherwise all
  /// points share the stiffness of the contact.
  bool ownStiffness = false;
  /// Whether the potential is that of Barrier, which grows without bound as the gap closes.
  bool barrier = false;

  /// The gap up to which points are found.
  double farthest() const { return sight > reach ? sight : reach; }
  /// Whether no force acts at a gap because the reach is less than the range.
  bool isBeyond(double gap) const { return reach < range && gap >= reach; }
};

/// The properties of a body that contact laws use.
struct LawBody {
  Index material = 0;
  double radius = 0;       ///< of a sphere of equal volume, m; infinite for a wall
  double inverseMass = 0;  ///< 1/kg; 0 for a wall
};

/// The elastic force between two bodies in contact: one class per law, without state, for any thread.
class ContactLaw {
 public:
  virtual ~ContactLaw() = default;

  /// The parameters that the law uses instead of those given for two materials.
  virtual ContactParameters parameters(const ContactParameters& given) const { return given; }
  /// Sets the constants of two bodies that only this law uses, from E* in Pa and the sum of both inverse
  /// masses in 1/kg.
  virtual void setConstants(PairLaw& /*law*/, double /*modulus*/, double /*inverseMass*/) const {}
  /// The contact stiffness that the stable step assumes for a body of this surface area (m²), N/m.
  virtual double pressedStiffness(const PairLaw& law, double /*area*/) const { return 4 * law.stiffness; }

  /// Sets force, stiffness, hardening and energy of a point of known depth. Cohesion reduces the force by
  /// cohesion · area wherever there is contact.
  void press(const PairLaw& law, ContactPoint& point) const {
    pressElastically(law, point);
    const double pull = law.cohesion * point.area;
    point.force -= pull;
    point.energy -= pull * point.depth;
  }

 protected:
  ContactLaw() = default;
  ContactLaw(const ContactLaw&) = default;
  ContactLaw& operator=(const ContactLaw&) = default;

 private:
  virtual void pressElastically(const PairLaw& law, ContactPoint& point) const = 0;
};

/// Constants of all pairs of materials of a scene.
///
/// Stiffness: as given by ContactParameters::stiffness (k of one contact), or else k = 2 E* R*, the
/// slope of Hertz's law at an overlap of R*, with 1/E* = (1 − ν²)/E + (1 − ν'²)/E'. The foundation of
/// HaloArea is k/(2 R*)²: a contact of area (2 R*)² is as stiff as one of the linear law.
class LawTable {
 public:
  LawTable() = default;
  /// @param scene without faults, see requireValid(). @param law must outlive this. O(materials²).
  LawTable(const Scene& scene, const ContactLaw& law);

  /// @param range ε of A + ε of B; also becomes the reach.
  PairLaw between(const LawBody& a, const LawBody& b, double range) const;
  /// The greatest damping ratio of linear springs between any two of the materials.
  double greatestDamping() const;

 private:
  struct Entry {
    double modulus = 0;  // E*
    double tangentRatio = 0;
    DampingRatios damping{};
    ContactParameters contact{};
  };
  const ContactLaw* law_ = nullptr;
  std::size_t count_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace talus
