#include "enclosure/direct/surface_winding.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace talus {

namespace {

// Half the solid angle of the wedge at corner 0 of (a, b, c), seen from direction u: a spherical triangle
// (Van Oosterom and Strackee 1983).
double halfWedge(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& u) {
  const Vec3 e = -u.stableNormalized();
  const Vec3 f = (b - a).stableNormalized();
  const Vec3 g = (c - a).stableNormalized();
  return std::atan2(std::abs(e.dot(f.cross(g))), 1 + e.dot(f) + f.dot(g) + g.dot(e));
}

// Half the solid angle, seen from direction u, of the half-plane that edge a–b bounds and that contains c: a
// lune.
double halfLune(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& u) {
  const Vec3 edge = (b - a).stableNormalized();
  const Vec3 side = (c - a).stableNormalized();
  const Vec3 view = u.stableNormalized();
  const Vec3 inwards = side - side.dot(edge) * edge;
  const Vec3 away = view.dot(edge) * edge - view;
  return std::atan2(away.cross(inwards).norm(), away.dot(inwards));
}

double halfSolidAngle(const Vec3& q, const std::array<Vec3, 3>& t, OnTriangle place, const Vec3& u) {
  for (std::size_t i = 0; i < 3 && place != OnTriangle::Face; ++i) {
    const Vec3& a = t[i];
    const Vec3& b = t[(i + 1) % 3];
    const Vec3& c = t[(i + 2) % 3];
    if (place == OnTriangle::Vertex && q == a) return halfWedge(a, b, c, u);
    if (place == OnTriangle::Edge && collinear(q, a, b)) return halfLune(a, b, c, u);
  }
  return std::numbers::pi;
}

}  // namespace

double windingStep(const Vec3& q, const std::array<Vec3, 3>& triangle, OnTriangle place, const Vec3& u,
                   int side) {
  return -side * halfSolidAngle(q, triangle, place, u) / (2 * std::numbers::pi);
}

double WindingSteps::sum() {
  std::sort(steps_.begin(), steps_.end());
  return std::accumulate(steps_.begin(), steps_.end(), 0.0);
}

}  // namespace talus
