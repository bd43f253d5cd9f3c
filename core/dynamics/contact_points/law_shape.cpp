#include "dynamics/contact_points/law_shape.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace talus {

namespace {

double thicknessOf(const ConvexBody& body) {
  double inner = std::numeric_limits<double>::infinity();
  for (const ConvexBody::Face& face : body.faces()) inner = std::min(inner, face.offset);
  return 2 * std::max(0.0, inner);
}

double thicknessOf(const BodyShape& shape, double area) {
  return shape.properties.volume > 0 ? 2 * shape.properties.volume / area
                                     : std::numeric_limits<double>::infinity();
}

}  // namespace

LawShape::LawShape(const BodyShape& shape, const ContactGeometry& prepared, bool meetsAny)
    : geometry(&prepared), radius(std::cbrt(shape.properties.volume * 3 / (4 * std::numbers::pi))) {
  for (std::size_t t = 0; t < shape.mesh.triangleCount(); ++t) area += prepared.area(static_cast<Index>(t));
  for (const Vec3& p : prepared.points()) extent = std::max(extent, p.norm());
  if (prepared.isOpen())
    thickness = std::numeric_limits<double>::infinity();
  else
    thickness = prepared.convex() != nullptr ? thicknessOf(*prepared.convex()) : thicknessOf(shape, area);
  if (prepared.convex() != nullptr) convex.emplace(*prepared.convex());
  if (meetsAny && prepared.cells() != nullptr) surface.emplace(*prepared.cells());
}

}  // namespace talus
