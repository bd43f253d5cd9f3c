#include "geometry/check/crossing_parity.h"

#include <algorithm>
#include <array>
#include <vector>

#include "geometry/exact/intersection.h"
#include "geometry/exact/predicates.h"
#include "geometry/mesh/near_segment.h"

namespace talus {

namespace {

// Whether the segment from p to q crosses the interior of the triangle. No value if it touches the triangle
// elsewhere.
std::optional<bool> pierces(const Vec3& p, const Vec3& q, const Corners& triangle) {
  const auto& [a, b, c] = triangle;
  if (!segmentMeetsTriangle(p, q, triangle)) return false;
  const int side = orient3d(p, q, a, b);
  const bool clean = side != 0 && side == orient3d(p, q, b, c) && side == orient3d(p, q, c, a) &&
                     orient3d(a, b, c, p) * orient3d(a, b, c, q) < 0;
  return clean ? std::optional(true) : std::nullopt;
}

const std::array<Vec3, 5> directions{Vec3(0.83, 0.41, 0.37), Vec3(-0.29, 0.71, 0.64), Vec3(0.53, -0.67, 0.52),
                                     Vec3(-0.61, -0.47, -0.64), Vec3(0.19, 0.33, -0.92)};

// Parity along the first direction in which every triangle is crossed in its interior or missed.
// @param visit called as visit(q, f): calls f for each triangle near the segment from p to q until f returns
// false.
template <class VisitNear>
std::optional<bool> parityOf(const Vec3& p, double reach, const VisitNear& visit) {
  for (const Vec3& direction : directions) {
    const Vec3 end = p + reach * direction;
    if (!end.allFinite()) return std::nullopt;
    bool odd = false, clean = true;
    visit(end, [&](const Corners& triangle) {
      const std::optional<bool> pierced = pierces(p, end, triangle);
      clean = pierced.has_value();
      odd ^= pierced.value_or(false);
      return clean;
    });
    if (clean) return odd;
  }
  return std::nullopt;
}

}  // namespace

std::optional<bool> oddCrossings(const TriangleMesh& mesh, std::span<const Index> triangles, const Vec3& p) {
  if (!p.allFinite()) return std::nullopt;
  Box box(p);
  std::vector<Corners> solid;
  for (const Index t : triangles) {
    const Corners corners = mesh.corners(static_cast<std::size_t>(t));
    const bool finite = corners[0].allFinite() && corners[1].allFinite() && corners[2].allFinite();
    if (!finite || collinear(corners[0], corners[1], corners[2])) continue;
    solid.push_back(corners);
    box.extend(boxOf(corners));
  }
  return parityOf(p, 4 * box.diagonal().stableNorm(), [&](const Vec3&, const auto& cross) {
    for (std::size_t i = 0; i < solid.size() && cross(solid[i]);) ++i;
  });
}

std::optional<bool> oddCrossings(const TriangleMesh& mesh, const BoxTree& tree,
                                 const std::function<bool(Index)>& counts, const Vec3& p) {
  if (!p.allFinite()) return std::nullopt;
  const Box box = Box(tree.bounds()).extend(p);
  return parityOf(p, 4 * box.diagonal().stableNorm(), [&](const Vec3& end, const auto& cross) {
    tree.query(NearSegment(p, end),
               [&](Index t) { return !counts(t) || cross(mesh.corners(static_cast<std::size_t>(t))); });
  });
}

}  // namespace talus
