#include "enclosure/solid_angle.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/predicates.h"

namespace talus {

namespace {

using Corners = std::array<Vec3, 3>;

bool lexicographic(const Vec3& p, const Vec3& q) {
  return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
}

// Turned so that the smallest corner comes first: equal triangles get equal corners.
Corners canonical(Corners t) {
  std::rotate(t.begin(), std::min_element(t.begin(), t.end(), lexicographic), t.end());
  return t;
}

bool before(const Corners& s, const Corners& t) {
  return std::lexicographical_compare(s.begin(), s.end(), t.begin(), t.end(), lexicographic);
}

// Beyond this many body sizes the solid angle (below 1e-39) is nothing, and products of distances would
// overflow.
constexpr double farAway = 1e20;

}  // namespace

SolidAngle::SolidAngle(const TriangleMesh& mesh, bool integer) : integer_(integer) {
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const Corners corners = mesh.corners(t);
    if (!collinear(corners[0], corners[1], corners[2])) triangles_.push_back(canonical(corners));
  }
  std::sort(triangles_.begin(), triangles_.end(), before);
  const Box bounds = mesh.bounds();
  corner_ = bounds.min();
  scale_ = std::ldexp(1.0, -std::clamp(std::ilogb(bounds.sizes().maxCoeff()), -1000, 1000));
  if (integer_) rays_ = std::make_unique<RayCrossing>(mesh, true, RaySearch::Flat, 1);
  for (auto& coordinate : panels_.coordinate) coordinate.reserve(triangles_.size());
  for (const Corners& corners : triangles_)
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 p = corners[i] * scale_;
      for (std::size_t k = 0; k < 3; ++k)
        panels_.coordinate[3 * i + k].push_back(p[static_cast<Eigen::Index>(k)]);
    }
}

SolidAngle::Label SolidAngle::labelOf(double winding) const {
  if (!integer_) return {std::abs(winding) > 0.5 ? Side::Inside : Side::Outside, winding};
  const double rounded = std::round(winding);
  return {std::fmod(rounded, 2.0) != 0 ? Side::Inside : Side::Outside, rounded};
}

SolidAngle::Label SolidAngle::careful(const Vec3& p) const {
  if (!rays_) return sumCarefully(p);
  const RayCrossingResult result = rays_->locate(p, true);
  return {result.side, result.winding};
}

// The plain sum in extended precision, with exact signs where rounding leaves them open.
SolidAngle::Label SolidAngle::sumCarefully(const Vec3& p) const {
  using Extended = Eigen::Matrix<long double, 3, 1>;
  constexpr long double relativeError = 1e-17L;
  const auto relative = [&](const Vec3& corner) -> Extended {
    return (corner.cast<long double>() - p.cast<long double>()) * static_cast<long double>(scale_);
  };
  long double halfAngles = 0;
  bool onSurface = false;
  for (const Corners& t : triangles_) {
    const Extended a = relative(t[0]);
    const Extended b = relative(t[1]);
    const Extended c = relative(t[2]);
    const long double la = a.norm();
    const long double lb = b.norm();
    const long double lc = c.norm();
    long double numerator = a.dot(b.cross(c));
    const long double denominator = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
    if (std::abs(numerator) <= relativeError * la * lb * lc) {
      const int side = orient3d(t[0], t[1], t[2], p);
      if (side == 0) {
        onSurface = onSurface || locateInPlane(p, t[0], t[1], t[2]) != OnTriangle::Outside;
        continue;  // seen from its own plane a triangle has no solid angle
      }
      numerator = side * std::abs(numerator);
    }
    halfAngles += std::atan2(numerator, denominator);
  }
  const auto winding = static_cast<double>(halfAngles / (2 * std::numbers::pi_v<long double>));
  if (onSurface) return {Side::OnSurface, winding};
  return labelOf(winding);
}

Tally SolidAngle::classify(std::span<const Vec3> points, std::span<Side> sides,
                           std::span<double> winding) const {
  Tally tally;
  std::vector<std::size_t> near;
  VectorArrays scaled;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double distance = ((points[i] - corner_) * scale_).cwiseAbs().maxCoeff();
    if (distance < farAway) {
      near.push_back(i);
      scaled.push(points[i] * scale_);
    } else {
      sides[i] = Side::Outside;
      if (!winding.empty()) winding[i] = 0;
    }
  }
  const WindingBatch sums = triangleWinding(panels_, scaled);
  for (std::size_t i = 0; i < near.size(); ++i) {
    const std::size_t point = near[i];
    const Label label = sums.uncertain[i] != 0 ? careful(points[point]) : labelOf(sums.winding[i]);
    tally.exactDecisions += sums.uncertain[i];
    sides[point] = label.side;
    if (!winding.empty()) winding[point] = label.winding;
  }
  return tally;
}

}  // namespace talus
