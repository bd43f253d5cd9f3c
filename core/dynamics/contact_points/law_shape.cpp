#include "dynamics/contact_points/law_shape.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace talus {

LawShape::LawShape(const BodyShape& shape, const ContactGeometry& prepared, bool meetsAny)
    : geometry(&prepared), radius(std::cbrt(shape.properties.volume * 3 / (4 * std::numbers::pi))) {
  for (std::size_t t = 0; t < shape.mesh.triangleCount(); ++t) area += prepared.area(static_cast<Index>(t));
  for (const Vec3& p : prepared.points()) extent = std::max(extent, p.norm());
  if (prepared.convex() != nullptr) convex.emplace(*prepared.convex());
  if (meetsAny && prepared.cells() != nullptr) surface.emplace(*prepared.cells());
}

}  // namespace talus
