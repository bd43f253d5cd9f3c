#include "enclosure/direct/solid_angle.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "enclosure/direct/careful_angle.h"
#include "enclosure/interface/canonical_order.h"

namespace talus {

namespace {

using Corners = std::array<Vec3, 3>;

}  // namespace

SolidAngle::SolidAngle(const TriangleMesh& mesh, bool integer) : integer_(integer) {
  for (const Corners& corners : mesh.properTriangles()) triangles_.push_back(canonicallyTurned(corners));
  std::sort(triangles_.begin(), triangles_.end(), canonicallyBefore<3>);
  const Box bounds = mesh.bounds();
  corner_ = bounds.min();
  scale_ = unitScale(bounds);
  if (integer_) rays_ = std::make_unique<RayCrossing>(mesh, true, RaySearch::Flat, 1);
  for (auto& coordinate : panels_.coordinate) coordinate.reserve(triangles_.size());
  for (const Corners& corners : triangles_)
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 p = corners[i] * scale_;
      for (std::size_t k = 0; k < 3; ++k)
        panels_.coordinate[3 * i + k].push_back(p[static_cast<Eigen::Index>(k)]);
    }
}

Label SolidAngle::labelOf(double winding) const {
  if (!integer_) return {std::abs(winding) > 0.5 ? Side::Inside : Side::Outside, winding};
  const double rounded = std::round(winding);
  return {std::fmod(rounded, 2.0) != 0 ? Side::Inside : Side::Outside, rounded};
}

Label SolidAngle::careful(const Vec3& p) const {
  if (!rays_) return sumCarefully(p);
  const RayCrossingResult result = rays_->locate(p, true);
  return {result.side, result.winding};
}

// The sum over all triangles by carefulAngle().
Label SolidAngle::sumCarefully(const Vec3& p) const {
  long double halfAngles = 0;
  bool onSurface = false;
  for (const Corners& t : triangles_) {
    const CarefulAngle angle = carefulAngle(p, t, scale_);
    halfAngles += angle.half;
    onSurface = onSurface || angle.onTriangle;
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
