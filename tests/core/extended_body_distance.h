#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "base/pose.h"
#include "extended_distance.h"
#include "geometry/mesh/triangle_mesh.h"

/// The distance of two posed surfaces in 113-bit arithmetic, independent of the core's searches.
namespace talus::extended {

struct PosedMesh {
  const TriangleMesh& mesh;
  Pose pose;
};

/// A triangle in the world, with a ball about it.
struct BalledTriangle {
  Corners corners;
  Vec3 centre;
  double radius;
};

inline std::vector<BalledTriangle> balled(const PosedMesh& body) {
  std::vector<BalledTriangle> triangles;
  for (std::size_t t = 0; t < body.mesh.triangleCount(); ++t) {
    Corners corners = body.mesh.corners(t);
    for (Vec3& p : corners) p = body.pose.toWorld(p);
    const Vec3 centre = (corners[0] + corners[1] + corners[2]) / 3;
    double radius = 0;
    for (const Vec3& p : corners) radius = std::max(radius, (p - centre).norm());
    triangles.push_back({corners, centre, radius});
  }
  return triangles;
}

/// By how much two triangles are at least apart: whatever the unit direction.
inline double apartAlong(const Vec3& direction, const Corners& a, const Corners& b) {
  const auto least = [&](const Corners& t, double sign) {
    return std::min({sign * direction.dot(t[0]), sign * direction.dot(t[1]), sign * direction.dot(t[2])});
  };
  return least(b, 1) + least(a, -1);
}

/// All pairs of triangles but those that lower bounds show to be farther apart than another pair: by the
/// balls about them, along the axis of these, and along a unit direction that is given, which may be any: the
/// better, the sooner. Bounds are taken in double, with 1e-12 of the size to spare.
inline double bodyDistance(const PosedMesh& a, const PosedMesh& b, const Vec3& guide) {
  struct Candidate {
    double bound;
    const BalledTriangle *s, *t;
  };
  const auto ofA = balled(a);
  const auto ofB = balled(b);
  double most = std::numeric_limits<double>::infinity();  // the centres lie on the triangles
  for (const BalledTriangle& s : ofA)
    for (const BalledTriangle& t : ofB) most = std::min(most, (t.centre - s.centre).squaredNorm());
  most = std::sqrt(most) * (1 + 1e-12);
  std::vector<Candidate> candidates;
  for (const BalledTriangle& s : ofA)
    for (const BalledTriangle& t : ofB) {
      const Vec3 axis = t.centre - s.centre;
      const double between = axis.norm();
      double bound = between - s.radius - t.radius;
      if (bound > most) continue;
      bound = std::max(bound, apartAlong(guide, s.corners, t.corners));
      if (between > 0) bound = std::max(bound, apartAlong(axis / between, s.corners, t.corners));
      if (bound <= most) candidates.push_back({bound - 1e-12 * (1 + most), &s, &t});
    }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& x, const Candidate& y) { return x.bound < y.bound; });
  double best = std::numeric_limits<double>::infinity();
  for (const auto& [bound, s, t] : candidates) {
    if (bound > best) break;
    best = std::min(best, triangleDistance(s->corners, t->corners));
  }
  return best;
}

}  // namespace talus::extended
