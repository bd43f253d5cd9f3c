#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/types.h"
#include "dynamics/law/contact_law.h"

namespace talus {

/// A point of a contact, projected along its normal.
struct SharePoint {
  Eigen::Vector2d place = Eigen::Vector2d::Zero();
  double depth = 0;  ///< negative: no contact yet, but possible once the bodies tilt
};

/// The centre of a contact and its effective depth.
///
/// Points i at positions xᵢ with depths dᵢ count as one contact of depth
///
///   D = min over z of max over i of dᵢ + c |xᵢ − z|²
///
/// as if the surface between them were round with a curvature of 2 c. If one point is much deeper than the
/// others, D is its depth. D is continuous in all depths and positions and does not depend on how many
/// points share a position. Its derivatives by the depths are weights wᵢ ≥ 0 of sum 1 with Σ wᵢ xᵢ = z: a
/// force F(D) at z is the derivative of a potential. z moves to the deeper side as the bodies tilt.
struct ContactCentre {
  Eigen::Vector2d place = Eigen::Vector2d::Zero();  ///< z
  double depth = 0;                                 ///< D
  double gain = 1;                                  ///< dD/dh if all depths grow by dh, > 0; 1 for constant c
  double squaredRadius = 0;                         ///< Σ wᵢ|xᵢ − z|²
  std::array<std::size_t, 3> bearing{};             ///< points with nonzero weights
  std::array<double, 3> weights{1, 0, 0};           ///< of these points
  std::size_t bearers = 1;                          ///< number of these points, 1 … 3
};

/// Exact to rounding, by exchange of the points with nonzero weights (an LP-type problem of dimension 3).
/// O(points) per exchange; few exchanges are needed.
/// @param points at least one. @param curvature c > 0, 1/m.
ContactCentre contactCentre(std::span<const SharePoint> points, double curvature);

/// The same with a c that depends on the contact: D/c = ((2 R D)⁴ + S⁴)^¼, except for deep contacts.
/// * If S is small compared with R D, the squared radius of a ball's contact area, c = 1/(2 R): the facets
///   of a fine sphere of radius R give the depth and the contact point of the sphere.
/// * If S is large, c = D/S: corners of equal depth on a circle of radius ρ count as one contact that is
///   deeper by the fraction ρ²/S of D, and bodies stand on their faces.
/// * From a depth of R/4 on c falls; it is 0 from R/2 on: the faces in contact change all the time between
///   bodies that overlap deeply, and then only the maximum depth is continuous.
/// @param radius R > 0, m. @param spread S > 0, m²; more than ρ², so that the depth grows from 0 with the
/// points' depths.
ContactCentre contactCentre(std::span<const SharePoint> points, double radius, double spread);

/// Shares one force of the law among the points of a contact, whatever their number. For laws with one
/// force per contact: LinearSpringDashpot, HertzMindlin. Keeps its buffers: use one object per thread.
class ContactShare {
 public:
  /// For the points of the one contact of two convex bodies, all with the same normal: one force for the
  /// depth D at the position z of ContactCentre, as a sum of forces ≥ 0 at the points. S is R*² plus twice
  /// the squared extent of the points: four corners of a face act as one point that is up to an eighth
  /// deeper. Points without force are removed.
  /// @param points with name, point, normal, depth and area; gets force, stiffness and energy.
  void shareOne(const ContactLaw& force, const PairLaw& law, std::vector<ContactPoint>& points);

  /// For bodies of any form, which may touch in several places. They store Σᵢ uᵢ² / Σⱼ Kᵢⱼ uⱼ, where uᵢ is
  /// the energy that point i would have alone, times its `part`, and Kᵢⱼ falls from 1 (same position,
  /// `facing` the same way) to 0 (a distance of 2 R*, or perpendicular). So points at one place share one
  /// force, separate places each have their own, and forces are continuous as points appear, vanish or move.
  /// Forces are the derivatives by the depths, those that would pull are 0; changes of Kᵢⱼ do not count: they
  /// gain or lose a little energy. O(points²).
  void shareByPlace(const ContactLaw& force, const PairLaw& law, std::vector<ContactPoint>& points);

  /// All points of a contact as one of a given depth, at the deepest point. @param gain of ContactCentre.
  static ContactPoint asOne(const ContactLaw& force, const PairLaw& law, std::span<const ContactPoint> points,
                            double depth, double gain);

 private:
  void weigh(const ContactCentre& centre);

  std::vector<SharePoint> places_;
  std::vector<double> weights_, wanted_;
  std::vector<bool> free_;
  std::vector<double> energies_, fractions_;
};

/// The degree to which two points of a pair belong to one contact: 1 to 0, smooth; 0 from `radius` on.
double sameContact(const Vec3& point, const Vec3& normal, const Vec3& otherPoint, const Vec3& otherNormal,
                   double radius);

}  // namespace talus
