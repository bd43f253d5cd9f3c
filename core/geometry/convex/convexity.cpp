#include "geometry/convex/convexity.h"

#include <algorithm>

#include "geometry/convex/flat_faces.h"
#include "geometry/exact/orientation_filter.h"
#include "geometry/exact/predicates.h"

namespace talus {

namespace {

Vec3 centreOf(const TriangleMesh& mesh) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    sum += (a + b + c) / 3;
  }
  return sum / static_cast<double>(mesh.triangleCount());
}

// orient3d, whose filter is inlined here: all triangles are tested, and several times.
int sideOf(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const int filtered = filteredOrient3d(a, b, c, d).sign;
  return filtered != 0 ? filtered : orient3d(a, b, c, d);
}

bool facesAwayFrom(const Vec3& o, const std::array<Vec3, 3>& triangle) {
  return sideOf(triangle[0], triangle[1], triangle[2], o) > 0;
}

// Whether q lies in the closed cone from o through a triangle that faces away from o.
bool coneHolds(const Vec3& o, const std::array<Vec3, 3>& triangle, const Vec3& q) {
  const auto& [a, b, c] = triangle;
  return sideOf(a, b, q, o) >= 0 && sideOf(b, c, q, o) >= 0 && sideOf(c, a, q, o) >= 0;
}

// Whether every triangle faces away from o, and the ray from o through the centre of the first triangle hits
// exactly one.
bool coversDirectionsOnce(const TriangleMesh& mesh, const Vec3& o) {
  const auto [a, b, c] = mesh.corners(0);
  const Vec3 target = (a + b + c) / 3;
  std::size_t hits = 0;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto corners = mesh.corners(t);
    if (!facesAwayFrom(o, corners)) return false;
    hits += coneHolds(o, corners, target);
    if (hits > 1) return false;
  }
  return hits == 1;
}

// The smaller of the heights by which the triangles of a reflex edge rise above each other's planes.
double depthOf(const TriangleMesh& mesh, std::span<const EdgeUse> uses) {
  const auto rise = [&](const EdgeUse& plane, const EdgeUse& other) {
    return heightAbove(mesh.corners(static_cast<std::size_t>(plane.triangle)), mesh.point(other.opposite));
  };
  return std::min(rise(uses[0], uses[1]), rise(uses[1], uses[0]));
}

template <class Allowed>
bool hasReflexEdge(const TriangleMesh& mesh, const EdgeTable& edges, const Allowed& allowed) {
  bool reflex = false;
  edges.forEachEdge([&](Index, std::span<const EdgeUse> uses) {
    if (reflex) return;
    const auto [a, b, c] = mesh.corners(static_cast<std::size_t>(uses[0].triangle));
    reflex = sideOf(a, b, c, mesh.point(uses[1].opposite)) < 0 && !allowed(uses);
  });
  return reflex;
}

// The same at a point: edges lead to points of larger number.
bool hasReflexEdge(const TriangleMesh& mesh, const ClosedFans& fans, Index point) {
  const auto fan = fans.around(point);
  for (std::size_t i = 0; i < fan.size(); ++i) {
    const auto& [from, to] = fan[i];
    if (to < point) continue;
    const Index across = fan[i + 1 < fan.size() ? i + 1 : 0].to;
    if (sideOf(mesh.point(point), mesh.point(from), mesh.point(to), mesh.point(across)) < 0) return true;
  }
  return false;
}

}  // namespace

bool isConvex(const TriangleMesh& mesh, const ClosedFans& fans) {
  if (!coversDirectionsOnce(mesh, centreOf(mesh))) return false;
  for (std::size_t p = 0; p < mesh.pointCount(); ++p)
    if (hasReflexEdge(mesh, fans, static_cast<Index>(p))) return false;
  return true;
}

bool isConvex(const TriangleMesh& mesh, const EdgeTable& edges) {
  return coversDirectionsOnce(mesh, centreOf(mesh)) &&
         !hasReflexEdge(mesh, edges, [](std::span<const EdgeUse>) { return false; });
}

bool hasDent(const TriangleMesh& mesh, const EdgeTable& edges, double depth) {
  return hasReflexEdge(mesh, edges,
                       [&](std::span<const EdgeUse> uses) { return depthOf(mesh, uses) <= depth; });
}

}  // namespace talus
