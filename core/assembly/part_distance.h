#pragma once

#include <limits>
#include <vector>

#include "assembly/prepared_part.h"
#include "base/context.h"
#include "contact/overlap/surface_piercing.h"
#include "contact/triangles/triangle_pair.h"

namespace talus {

/// Whether a triangle has an area: exact.
bool hasArea(const Corners& triangle);

/// The nearest points of the surfaces of two parts.
struct PartDistance {
  double distance = std::numeric_limits<double>::infinity();  ///< infinite: beyond the limit
  Index triangleA = -1, triangleB = -1;
  Vec3 pointA = Vec3::Zero(), pointB = Vec3::Zero();
  TriangleFeature featureA = TriangleFeature::Face, featureB = TriangleFeature::Face;
  bool meet = false;  ///< the surfaces share a point: exact

  bool found() const { return triangleA >= 0; }
};

/// The distance of the surfaces of two parts, however far, by both trees; ends as soon as a common point is
/// known. Accurate to about 1e-15 of the sizes of the nearest triangles and their distance; above 0 if they
/// share no point.
/// @param limit larger distances are not wanted.
PartDistance distanceOf(const PreparedPart& a, const PreparedPart& b, double limit, Context& context);

/// The pairs of triangles of two parts that share a point.
struct MeetingTriangles {
  std::vector<TrianglePair> pairs;
  /// An edge passes through the interior of a triangle: the open interiors share a point, and neither part
  /// contains the other. Then `pairs` is incomplete.
  bool strictly = false;
};
MeetingTriangles meetingTriangles(const PreparedPart& a, const PreparedPart& b, Context& context);

/// The pairs of triangles whose boxes are no farther apart than a distance.
std::vector<TrianglePair> nearTriangles(const PreparedPart& a, const PreparedPart& b, double distance,
                                        Context& context);

}  // namespace talus
