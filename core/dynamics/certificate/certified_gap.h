#pragma once

#include <optional>

#include "contact/convex/convex_pair.h"
#include "contact/scene/contact_geometry.h"
#include "contact/search/body_pair.h"

namespace talus {

/// A body whose distance from others is to be proven.
struct CertifiedBody {
  const ContactGeometry* geometry = nullptr;
  Pose pose;
  double extent = 0;  ///< no point of the surface is farther from the position, m
};

/// A proven distance of two surfaces.
struct CertifiedGap {
  /// The surfaces are farther apart than this, m, as they stand for the poses to the bit; ≤ 0: nothing is
  /// proven.
  double length = 0;
  Vec3 normal = Vec3::Zero();  ///< unit, from A to B, where they are nearest; zero: not known
  Vec3 point = Vec3::Zero();   ///< midway between the nearest points
  /// Whether two planes across the normal, that far apart, have a body on either side.
  bool divided = false;
};

/// What rounding may add to a distance that is computed of two bodies, m.
double roundingOf(const CertifiedBody& a, const CertifiedBody& b);

/// The gap between the planes across an axis that hold two bodies apart: for any axis a lower bound of the
/// distance of their surfaces, and of the hulls around these. O(points).
/// @param axis unit to rounding.
double gapAcross(const CertifiedBody& a, const CertifiedBody& b, const Vec3& axis);

/// Finds proven distances. Keeps buffers: one for each thread.
///
/// Two convex bodies: the axis is that of their closest features (closestInPair); what counts is the gap of
/// all points along it, less a bound of the rounding of scalar products. Others, and convex ones of which no
/// such axis is known, as of two corners that almost touch: the least distance of
/// triangles (BodyPairSearch::nearest), which is right to 1e-14 of the bodies' sizes, less a hundred times
/// that. Overlapping bodies have no proven gap; nor have those that are nearer than the rounding.
/// Cost: 0.1 µs and 1 ns a point for convex bodies; 5 µs and more for others.
class GapFinder {
 public:
  /// @param features where the search of convex bodies begins, if known; becomes where it ended.
  CertifiedGap find(const CertifiedBody& a, const CertifiedBody& b, std::optional<FeaturePair>& features);

 private:
  BodyPairSearch triangles_;
};

}  // namespace talus
