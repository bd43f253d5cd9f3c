#include "dynamics/certificate/certified_gap.h"

#include <algorithm>

#include "contact/convex/closest_features.h"
#include "dynamics/certificate/near_triangles.h"

namespace talus {

namespace {

constexpr double unitRoundoff = 0x1p-53;

// An upper bound of the coordinates of both bodies relative to A.
double sizeOf(const CertifiedBody& a, const CertifiedBody& b) {
  return a.extent + b.extent + (b.pose.position - a.pose.position).lpNorm<1>();
}

// The minimum coordinate of the points along a world axis, relative to the body's position.
double lowestAlong(const CertifiedBody& body, const Vec3& axis) {
  const Vec3 own = body.pose.rotation.transpose() * axis;
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& p : body.geometry->points()) least = std::min(least, own.dot(p));
  return body.pose.scale * least;
}

// The direction that a pair of features defines, a face normal or the cross product of edges, in the pair's
// frame and of either sign; zero: none. For bodies that almost touch it is more accurate than the direction
// between the nearest points.
Vec3 axisOf(const ConvexPair& pair, const FeaturePair& features) {
  if (features.a.kind == FeatureKind::Face) return pair.normal<Of::A>(features.a.index);
  if (features.b.kind == FeatureKind::Face) return pair.normal<Of::B>(features.b.index);
  if (features.a.kind == FeatureKind::Vertex || features.b.kind == FeatureKind::Vertex) return Vec3::Zero();
  const Vec3 cross =
      pair.edge<Of::A>(features.a.index).direction.cross(pair.edge<Of::B>(features.b.index).direction);
  constexpr double leastSine = 1e-8;
  return cross.norm() > leastSine ? Vec3(cross.normalized()) : Vec3(Vec3::Zero());
}

// Empty if the gap along the axis is not more than 0.9 of the distance.
std::optional<CertifiedGap> convexGap(const CertifiedBody& a, const CertifiedBody& b,
                                      std::optional<FeaturePair>& features) {
  const ConvexBody &first = *a.geometry->convex(), &second = *b.geometry->convex();
  if (!features) features = facingFeatures(first, a.pose, second, b.pose);
  const ConvexPair pair(first, a.pose, second, b.pose);
  const ClosestFeatures closest = closestInPair(pair, *features);
  features = closest.features;
  CertifiedGap gap;
  gap.normal = a.pose.rotation * closest.normal;
  gap.point = a.pose.toWorld(0.5 * (closest.onA + closest.onB) + first.centre());
  gap.divided = true;
  gap.length = gapAcross(a, b, gap.normal);
  const double sufficient = 0.9 * closest.distance * a.pose.scale;
  if (gap.length > sufficient) return gap;
  const Vec3 axis = axisOf(pair, closest.features);
  if (!(sufficient > 0) || axis.isZero(0)) return {};
  gap.normal = a.pose.rotation * (axis.dot(closest.normal) < 0 ? Vec3(-axis) : axis);
  gap.length = gapAcross(a, b, gap.normal);
  if (gap.length > sufficient) return gap;
  return {};
}

TriangleContact nearestTriangles(const CertifiedBody& a, const CertifiedBody& b,
                                 const GapFinder::Known& known, BodyPairSearch& search) {
  if (known.triangles != nullptr)
    if (const TriangleContact* near = known.triangles->nearest(known.reach, a, b, search)) return *near;
  return search.nearest({&a.geometry->triangles(), a.pose}, {&b.geometry->triangles(), b.pose}, known.atMost);
}

CertifiedGap triangleGap(const CertifiedBody& a, const CertifiedBody& b, const GapFinder::Known& known,
                         BodyPairSearch& search) {
  const TriangleContact nearest = nearestTriangles(a, b, known, search);
  CertifiedGap gap;
  gap.length = nearest.intersecting ? 0 : nearest.gap - roundingOf(a, b);
  gap.normal = nearest.normal;
  gap.point = 0.5 * (nearest.pointA + nearest.pointB);
  return gap;
}

}  // namespace

// A hundred times the error bound of the comparison of triangles, far above the 16 roundings of a scalar
// product, plus the rounding of positions far from the origin.
double roundingOf(const CertifiedBody& a, const CertifiedBody& b) {
  constexpr double ofSize = 1e-12, ofPlace = 64 * unitRoundoff;
  return ofSize * sizeOf(a, b) + ofPlace * (a.pose.position.lpNorm<1>() + b.pose.position.lpNorm<1>());
}

double gapAcross(const CertifiedBody& a, const CertifiedBody& b, const Vec3& axis) {
  const double between = (b.pose.position - a.pose.position).dot(axis);
  const double gap = between + lowestAlong(b, axis) + lowestAlong(a, -axis);
  return gap * (1 - 16 * unitRoundoff) - roundingOf(a, b);  // the length of the axis is 1 to rounding only
}

CertifiedGap GapFinder::find(const CertifiedBody& a, const CertifiedBody& b,
                             std::optional<FeaturePair>& features, const Known& known) {
  if (a.geometry->convex() != nullptr && b.geometry->convex() != nullptr) {
    if (const auto gap = convexGap(a, b, features)) return *gap;
  }
  return triangleGap(a, b, known, triangles_);
}

bool GapFinder::mayBeWithin(double reach, const CertifiedBody& a, const CertifiedBody& b) {
  constexpr double longer = 1 + 1e-6;
  if (a.geometry->convex() != nullptr && b.geometry->convex() != nullptr) return true;
  return triangles_.touches({&a.geometry->triangles(), a.pose}, {&b.geometry->triangles(), b.pose},
                            longer * std::max(reach, 0.0) + roundingOf(a, b));
}

}  // namespace talus
