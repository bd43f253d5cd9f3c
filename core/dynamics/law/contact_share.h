#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/types.h"
#include "dynamics/law/contact_law.h"

namespace talus {

/// A point of a contact, seen along its normal.
struct SharePoint {
  Eigen::Vector2d place = Eigen::Vector2d::Zero();
  double depth = 0;  ///< below 0: it does not touch, but may as soon as the bodies tilt
};

/// The centre of a contact, and the depth that counts there.
///
/// Points i at xᵢ with depths dᵢ count as one contact of depth
///
///   D = min over z of max over i of dᵢ + c |xᵢ − z|²
///
/// as if the side between them were round with a curvature of 2 c. A point that is clearly the deepest gives
/// its own depth. D is continuous in all depths and places and does not depend on how many points stand at a
/// place. Its derivatives by the depths are weights wᵢ ≥ 0 of sum 1, whose mean place is z: a force F(D) at z
/// is the derivative of a potential. z moves to the deeper side as the bodies tilt.
struct ContactCentre {
  Eigen::Vector2d place = Eigen::Vector2d::Zero();  ///< z
  double depth = 0;                                 ///< D
  double gain = 1;                                  ///< of the weights' sum where c depends on D, > 0
  double squaredRadius = 0;                         ///< Σ wᵢ|xᵢ − z|²
  std::array<std::size_t, 3> bearing{};             ///< points whose weights are not 0
  std::array<double, 3> weights{1, 0, 0};           ///< theirs
  std::size_t bearers = 1;                          ///< how many these are, 1 … 3
};

/// Exact to rounding, by exchange of the points that bear (an LP-type problem of dimension 3). O(points) for
/// each exchange, of which there are few.
/// @param points at least one. @param curvature c > 0, 1/m.
ContactCentre contactCentre(std::span<const SharePoint> points, double curvature);

/// The same with a c that suits the contact: D/c = ((2 R D)⁴ + S⁴)^¼, but where it is deep.
/// * Where S is small against the spot R D of a ball, c = 1/(2 R): the facets of a fine sphere of radius R
///   give the depth of the sphere, at the point where it would touch.
/// * Where it is large, c = D/S: corners of equal depth in a circle of radius ρ count as one that is deeper
///   by ρ²/S of itself, and bodies stand on their faces.
/// * From a depth of R/4 on c falls to 0, which it is at R/2: bodies that lie deep in each other meet other
///   faces all the time, and only their greatest depth does not jump then.
/// @param radius R > 0, m. @param spread S > 0, m²; more than ρ², so that the depth grows from 0 with the
/// points' depths.
ContactCentre contactCentre(std::span<const SharePoint> points, double radius, double spread);

/// Shares one force of the law among the points of a contact, whatever their number. For the laws that have
/// one force a contact: LinearSpringDashpot, HertzMindlin. Keeps its buffers: one for each thread.
class ContactShare {
 public:
  /// Points of the one contact of two convex bodies, all with the same normal: one force of the depth D at
  /// the place z of ContactCentre, as a sum of forces ≥ 0 at the points. S is R*² and twice the points'
  /// squared extent: four corners of a face press as one that is up to an eighth deeper. Points that bear
  /// nothing are removed.
  /// @param points with name, point, normal, depth and area; gets force, stiffness and energy.
  void shareOne(const ContactLaw& force, const PairLaw& law, std::vector<ContactPoint>& points);

  /// Points of bodies of any form, which may touch in several places. A point has the part uᵢ / Σ Kᵢⱼ uⱼ of
  /// its own force, u the energy that it would have alone and K from 1, at the same place with the same
  /// normal, to 0 at a distance of 2 R* or with normals across: the points of one place share one force,
  /// separate places have theirs, and nothing jumps as points come, go or move. O(points²).
  void shareByPlace(const ContactLaw& force, const PairLaw& law, std::vector<ContactPoint>& points);

  /// All points of a contact as one of a given depth, at the deepest. @param gain of ContactCentre.
  static ContactPoint asOne(const ContactLaw& force, const PairLaw& law, std::span<const ContactPoint> points,
                            double depth, double gain);

 private:
  void weigh(const ContactCentre& centre);

  std::vector<SharePoint> places_;
  std::vector<double> weights_, wanted_;
  std::vector<bool> free_;
  std::vector<double> energies_;
};

/// How much two points of a pair belong to one contact: from 1 to 0, smooth. @param radius where it ends.
double sameContact(const Vec3& point, const Vec3& normal, const Vec3& otherPoint, const Vec3& otherNormal,
                   double radius);

}  // namespace talus
