#include "geometry/mesh/polygon_triangulation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/exact/predicates.h"

namespace talus {

namespace {

bool areFinite(std::span<const Vec3> points) {
  return std::ranges::all_of(points, [](const Vec3& p) { return p.allFinite(); });
}

// Newell's normal, of any length. Relative to the polygon's size, so that nothing over- or underflows.
Vec3 normalOf(std::span<const Vec3> corners) {
  double size = 0;
  for (const Vec3& p : corners) size = std::max(size, (p - corners[0]).lpNorm<Eigen::Infinity>());
  Vec3 normal = Vec3::Zero();
  if (size == 0) return normal;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i)
    normal += ((corners[i] - corners[0]) / size).cross((corners[i + 1] - corners[0]) / size);
  return normal;
}

// The projections to try: along the axis of the normal's largest component first.
std::array<Projection, 3> projectionsOf(std::span<const Vec3> corners) {
  const Vec3 normal = normalOf(corners);
  std::array<Projection, 3> projections;
  for (int axis = 0; axis < 3; ++axis)
    projections[static_cast<std::size_t>(axis)] = {axis, normal[axis] < 0 ? -1 : 1};
  std::ranges::stable_sort(projections, [&](const Projection& one, const Projection& other) {
    return std::abs(normal[one.axis]) > std::abs(normal[other.axis]);
  });
  return projections;
}

// Whether the two triangles from the first corner of a quadrilateral have the same orientation; false if that
// cannot be told in double. The bound is several times that of the rounding errors.
bool isSurelySplitFromFirst(std::span<const Vec3> q) {
  constexpr double bound = 256 * std::numeric_limits<double>::epsilon();
  constexpr double leastProduct = 1e-280;  // products above it have not underflowed
  const Vec3 first = q[1] - q[0], diagonal = q[2] - q[0], last = q[3] - q[0];
  const double product = first.cross(diagonal).dot(diagonal.cross(last));
  const auto length = [](const Vec3& v) { return v.lpNorm<Eigen::Infinity>(); };
  const double scale = length(first) * length(last) * length(diagonal) * length(diagonal);
  return product > bound * scale && product > leastProduct;
}

}  // namespace

bool PolygonTriangulation::split(std::span<const Vec3> corners) {
  const std::size_t count = corners.size();
  splitFrom(0, count);
  if (count == 3 || (count == 4 && isSurelySplitFromFirst(corners)) || !areFinite(corners)) return true;
  bool isFlat = true;
  for (const Projection& projection : projectionsOf(corners)) {
    const Clipped result = splitIn(projection, corners);
    if (result == Clipped::Whole) return true;
    isFlat &= result == Clipped::Flat;
  }
  splitFrom(0, count);
  return isFlat;
}

void PolygonTriangulation::splitFrom(std::size_t first, std::size_t count) {
  triangles_.clear();
  const auto corner = [&](std::size_t i) { return static_cast<Index>((first + i) % count); };
  for (std::size_t i = 1; i + 1 < count; ++i) triangles_.push_back({corner(0), corner(i), corner(i + 1)});
}

// Tries both orientations: that of the rounded normal of a thin polygon may be wrong.
Clipped PolygonTriangulation::splitIn(const Projection& projection, std::span<const Vec3> corners) {
  if (corners.size() == 4) return splitQuad(projection.axis, corners);
  for (const int sign : {projection.sign, -projection.sign}) {
    triangles_.clear();
    const Clipped result = ears_.clip(corners, {projection.axis, sign}, triangles_);
    if (result != Clipped::Stuck) return result;
  }
  return Clipped::Stuck;
}

Clipped PolygonTriangulation::splitQuad(int axis, std::span<const Vec3> q) {
  bool isFlat = true;
  for (const std::size_t first : {0u, 1u}) {
    const Vec3 &a = q[first], &b = q[first + 1], &c = q[first + 2], &d = q[(first + 3) % 4];
    const int one = orient2d(a, b, c, axis), other = orient2d(a, c, d, axis);
    isFlat &= one == 0 && other == 0;
    if (one * other < 0 || (one == 0 && other == 0)) continue;
    splitFrom(first, 4);
    return Clipped::Whole;
  }
  return isFlat ? Clipped::Flat : Clipped::Stuck;
}

}  // namespace talus
