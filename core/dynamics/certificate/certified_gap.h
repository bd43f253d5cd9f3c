#pragma once

#include <limits>
#include <optional>

#include "contact/convex/convex_pair.h"
#include "contact/scene/contact_geometry.h"
#include "contact/search/body_pair.h"

namespace talus {

class NearTriangles;

/// A body whose distance from others is to be proven.
struct CertifiedBody {
  const ContactGeometry* geometry = nullptr;
  Pose pose;
  double extent = 0;  ///< upper bound of the distance of surface points from the position, m
};

/// A proven lower bound of the distance of two surfaces.
struct CertifiedGap {
  /// The surfaces are farther apart than this for exactly the given poses, m; ≤ 0: nothing is proven.
  double length = 0;
  Vec3 normal = Vec3::Zero();  ///< unit, from A to B, at the nearest points; zero: unknown
  Vec3 point = Vec3::Zero();   ///< midway between the nearest points
  /// Whether two planes normal to `normal`, `length` apart, separate the bodies.
  bool divided = false;
};

/// A bound of the rounding error of a computed distance of two bodies, m.
double roundingOf(const CertifiedBody& a, const CertifiedBody& b);

/// The gap between the support planes of two bodies normal to an axis: for any axis a lower bound of the
/// distance of their surfaces and of their convex hulls. O(points).
/// @param axis unit to rounding.
double gapAcross(const CertifiedBody& a, const CertifiedBody& b, const Vec3& axis);

/// Finds proven distances. Keeps buffers: use one object per thread.
///
/// Two convex bodies: the gap of all points along the axis of their closest features (closestInPair), less
/// a bound of the rounding of scalar products. Other bodies, and convex ones without such an axis (for
/// example two corners that almost touch): the minimum distance of triangles (BodyPairSearch::nearest),
/// which is accurate to 1e-14 of the bodies' sizes, less a hundred times that. Bodies that overlap or are
/// closer than the rounding error have no proven gap.
///
/// Cost: 0.1 µs and 1 ns per point for convex bodies; 5 µs and more for others.
class GapFinder {
 public:
  /// What saves time in the search of triangles.
  struct Known {
    double atMost = std::numeric_limits<double>::infinity();  ///< an upper bound of the distance, m
    NearTriangles* triangles = nullptr;                       ///< of the two bodies where they are
    double reach = 0;                                         ///< up to which to look among these first, m
  };
  /// @param features where the search of convex bodies starts, if known; set to where it ended.
  CertifiedGap find(const CertifiedBody& a, const CertifiedBody& b, std::optional<FeaturePair>& features,
                    const Known& known);
  CertifiedGap find(const CertifiedBody& a, const CertifiedBody& b, std::optional<FeaturePair>& features) {
    return find(a, b, features, {});
  }
  /// False: the gap is larger than `reach`. True for all others, and for some gaps a millionth larger; always
  /// for convex bodies, whose gap is found as soon.
  bool mayBeWithin(double reach, const CertifiedBody& a, const CertifiedBody& b);

 private:
  BodyPairSearch triangles_;
};

}  // namespace talus
