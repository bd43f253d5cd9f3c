#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "dynamics/law/contact_point.h"
#include "scene/scene.h"

namespace talus {

/// How bodies act on each other along the normal. The numbers are stored in files: append, never renumber.
enum class ContactLawKind : std::int32_t {
  /// The default: from a potential, see halo_area.h. Conserves energy for bodies of any shape. Where depths
  /// are small it is softer than Hertz's law: a sphere's force is π/2 E* δ², less by 0.85 √(R*/δ), which
  /// is 8.5
  /// at a depth of 1 % of R* (6.4 in stiffness) and 2.7 at 10 %.
  HaloArea = 0,
  /// Noble and Weinzierl's, as published: K √(1/(1/M + 1/M')) (1 − |n|/ε) at each merged contact point, with
  /// |n| half the unsigned gap, K = 1000 N and masses in kg taken as numbers. No damping and no friction.
  /// For reproduction: merging the points costs or gains energy (7 to 9 % of the work on a closed path, up to
  /// three times the energy of a collision), and bodies deeper than the halo are pulled together.
  HaloSpring = 1,
  /// A linear spring and dashpot for each contact, shared among its points (contact_share.h).
  LinearSpringDashpot = 2,
  /// Hertz's (4/3) E* √R* δ^(3/2) for each contact, shared among its points (contact_share.h), with a dashpot
  /// (Tsuji et al., Powder Technology 71 (1992)) and Mindlin's tangential stiffness 8 G* √(R* δ) without his
  /// loading history: the force is that stiffness times the path, cut at µ times what presses.
  HertzMindlin = 3,
};

/// The damping ratios that give a restitution for springs whose force grows as depth^n, 1 ≤ n ≤ 2: known at
/// 1, 3/2 and 2, a parabola in between.
class DampingRatios {
 public:
  DampingRatios() = default;  ///< none
  explicit DampingRatios(double restitution);
  /// @param exponent n; what is beyond 1 … 2 counts as the nearest of both.
  double operator()(double exponent) const;

 private:
  std::array<double, 3> at_{};
};

/// Constants of two bodies that may touch.
struct PairLaw {
  double range = 0;       ///< ε of A + ε of B, m
  double reach = 0;       ///< the gap at which the force begins: range, or less for bodies that began nearer
  double radius = 0;      ///< R*: 1/R* = 1/R + 1/R' of spheres of equal volume, walls being flat; m
  double stiffness = 0;   ///< k of a linear contact, N/m
  double foundation = 0;  ///< κ of HaloArea: k / (2 R*)², N/m³
  double hertz = 0;       ///< of HertzMindlin: (4/3) E* √R*, N/m^(3/2)
  double haloForce = 0;   ///< of HaloSpring: at gap 0, N
  double tangentRatio = 0;  ///< tangential stiffness over the normal one: Mindlin's 2(1 − ν)/(2 − ν)
  DampingRatios damping{};  ///< ζ that gives the restitution
  double friction = 0;      ///< µ
  double rollingResistance = 0;  ///< greatest rolling moment over the normal force, m
  double cohesion = 0;           ///< greatest pull over area, Pa
  /// Whether each point has a stiffness of its own, as from a potential over areas (HaloArea); else all of
  /// them share that of the contact.
  bool ownStiffness = false;

  /// Whether the force has not begun yet at a gap within the range.
  bool isBeyond(double gap) const { return reach < range && gap >= reach; }
};

/// What contact laws need to know of a body.
struct LawBody {
  Index material = 0;
  double radius = 0;       ///< of a sphere of equal volume, m; infinite for a wall
  double inverseMass = 0;  ///< 1/kg; 0 for a wall
};

/// How two bodies press each other where they touch: one class a law, without state, for any thread.
class ContactLaw {
 public:
  virtual ~ContactLaw() = default;

  /// What the law heeds of the parameters of two materials.
  virtual ContactParameters parameters(const ContactParameters& given) const { return given; }
  /// Fills in the constants of two bodies that are the law's own, from E* in Pa and the sum of both inverse
  /// masses in 1/kg.
  virtual void setConstants(PairLaw& /*law*/, double /*modulus*/, double /*inverseMass*/) const {}
  /// The stiffness of two bodies with an area of their surfaces pressed, in m², for the stable step, N/m.
  virtual double pressedStiffness(const PairLaw& law, double /*area*/) const { return 4 * law.stiffness; }

  /// Fills in force, stiffness, hardening and energy of a point whose depth is known. Cohesion lessens the
  /// force by cohesion · area wherever there is contact.
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
/// slope of Hertz's law at an overlap of R*, with 1/E* = (1 − ν²)/E + (1 − ν'²)/E'. HaloArea's foundation is
/// k/(2 R*)²: a contact of area (2 R*)² is as stiff as one of the linear law.
class LawTable {
 public:
  LawTable() = default;
  /// @param scene without faults, see requireValid(). @param law must stay. O(materials²).
  LawTable(const Scene& scene, const ContactLaw& law);

  /// @param range ε of A + ε of B; is the reach, too.
  PairLaw between(const LawBody& a, const LawBody& b, double range) const;

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
