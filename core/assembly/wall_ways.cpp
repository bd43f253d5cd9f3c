#include "assembly/wall_ways.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/distance/point_distance.h"

namespace talus {

namespace {

// The part of a segment in a cone from the origin, as positions 0 … 1; none if it is empty. The set is
// convex.
std::optional<std::pair<double, double>> partInCone(const DirectionCone& cone, const Vec3& a, const Vec3& e) {
  // (axis·(a + s e))² = cos² |a + s e|²: a quadratic in s.
  const double c2 = cone.cosine * cone.cosine;
  const double ma = cone.axis.dot(a), me = cone.axis.dot(e);
  const double A = me * me - c2 * e.squaredNorm(), B = ma * me - c2 * a.dot(e),
               C = ma * ma - c2 * a.squaredNorm();
  double low = 0, high = 1;  // where the segment enters or leaves
  const double root = B * B - A * C;
  if (root >= 0) {
    const double q = -(B + std::copysign(std::sqrt(root), B));
    const double first = A != 0 ? q / A : 0, second = q != 0 ? C / q : 0;
    low = std::clamp(std::min(first, second), 0.0, 1.0);
    high = std::clamp(std::max(first, second), 0.0, 1.0);
  }
  const std::array<double, 4> cuts{0, low, high, 1};
  std::optional<std::pair<double, double>> part;
  for (std::size_t i = 0; i < 3; ++i) {
    if (cuts[i] == cuts[i + 1] || !cone.holds(a + 0.5 * (cuts[i] + cuts[i + 1]) * e)) continue;
    part = {part ? part->first : cuts[i], cuts[i + 1]};
  }
  return part;
}

bool holds(const Corners& triangle, const Vec3& normal, const Vec3& p) {
  for (std::size_t k = 0; k < 3; ++k)
    if ((triangle[(k + 1) % 3] - triangle[k]).cross(p - triangle[k]).dot(normal) < 0) return false;
  return true;
}

// Where the plane of the triangle is nearest along the cone's mantle.
std::optional<Vec3> onMantle(const Vec3& from, const DirectionCone& cone, const Corners& triangle,
                             const Vec3& normal) {
  const double height = normal.dot(triangle[0] - from);
  const Vec3 towards = height < 0 ? Vec3(-normal) : normal;
  const Vec3 across = towards - towards.dot(cone.axis) * cone.axis;
  if (!(across.norm() > 0)) return std::nullopt;
  const Vec3 way = cone.cosine * cone.axis + cone.sine * across.normalized();
  const double speed = way.dot(towards);
  if (!(speed > 0)) return std::nullopt;
  const Vec3 point = from + std::abs(height) / speed * way;
  return holds(triangle, normal, point) ? std::optional(point) : std::nullopt;
}

std::optional<Vec3> onSides(const Vec3& from, const DirectionCone& cone, const Corners& triangle) {
  std::optional<Vec3> best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 a = triangle[k] - from, e = triangle[(k + 1) % 3] - triangle[k];
    const auto part = partInCone(cone, a, e);
    if (!part) continue;
    const double nearest = std::clamp(-a.dot(e) / e.squaredNorm(), part->first, part->second);
    const Vec3 way = a + nearest * e;
    if (way.squaredNorm() >= least) continue;
    least = way.squaredNorm();
    best = from + way;
  }
  return best;
}

}  // namespace

DirectionCone::DirectionCone(const Vec3& unitAxis, double angle)
    : axis(unitAxis), cosine(std::cos(angle)), sine(std::sin(angle)) {}

bool DirectionCone::mayReach(const Vec3& middle, double radius) const {
  const double along = axis.dot(middle);
  const double aside = std::sqrt(std::max(0.0, middle.squaredNorm() - along * along));
  // The distance of the middle from the cone, where it lies beside the mantle.
  return cosine * aside - sine * along <= radius * (1 + 1e-12);
}

std::optional<Vec3> nearestInCone(const Vec3& from, const DirectionCone& cone, const Corners& triangle) {
  const Vec3 nearest = closestPoint(from, triangle);
  if (cone.holds(nearest - from) && nearest != from) return nearest;
  if (const auto point = onMantle(from, cone, triangle, unitNormalOf(triangle))) return point;
  return onSides(from, cone, triangle);
}

}  // namespace talus
