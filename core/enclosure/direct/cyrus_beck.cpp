#include "enclosure/direct/cyrus_beck.h"

#include "enclosure/direct/surface_winding.h"
#include "geometry/exact/predicates.h"

namespace talus {

CyrusBeck::CyrusBeck(const TriangleMesh& mesh) : facets_(mesh.properTriangles()), bounds_(mesh.bounds()) {
  // A mean of the corners with irregular weights: inside by convexity, and not on a plane of symmetry.
  double weights = 0;
  double weight = 1;
  for (const auto& facet : facets_)
    for (const Vec3& corner : facet) {
      weight = weight > 1.5 ? weight * 0.7071067 : weight * 1.0471975;
      interior_ += weight * (corner - bounds_.min());
      weights += weight;
    }
  interior_ = bounds_.min() + interior_ / weights;
  // The number of outward facets minus the number of inward facets. One facet is not enough: rounding may
  // place the mean on its plane.
  int outward = 0;
  for (const auto& facet : facets_) outward += orient3d(facet[0], facet[1], facet[2], interior_);
  inner_ = outward < 0 ? -1 : 1;
}

Side CyrusBeck::sideOf(const Vec3& p) const {
  if (!bounds_.contains(p)) return Side::Outside;
  Side side = Side::Inside;
  for (const auto& facet : facets_) {
    const int sign = orient3d(facet[0], facet[1], facet[2], p);
    if (sign == -inner_) return Side::Outside;
    if (sign == 0) side = Side::OnSurface;
  }
  return side;
}

double CyrusBeck::windingOnSurface(const Vec3& p) const {
  WindingSteps steps;
  for (const auto& facet : facets_) {
    if (orient3d(facet[0], facet[1], facet[2], p) != 0) continue;
    const OnTriangle place = locateInPlane(p, facet[0], facet[1], facet[2]);
    if (place != OnTriangle::Outside) steps.add(windingStep(p, facet, place, interior_ - p, inner_));
  }
  return inner_ + steps.sum();
}

Tally CyrusBeck::classify(std::span<const Vec3> points, std::span<Side> sides,
                          std::span<double> winding) const {
  for (std::size_t i = 0; i < points.size(); ++i) {
    sides[i] = sideOf(points[i]);
    if (winding.empty()) continue;
    const bool inside = sides[i] == Side::Inside;
    winding[i] = sides[i] == Side::OnSurface ? windingOnSurface(points[i]) : (inside ? inner_ : 0);
  }
  return {};
}

}  // namespace talus
