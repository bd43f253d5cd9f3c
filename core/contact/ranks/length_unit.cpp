#include "contact/ranks/length_unit.h"

#include <algorithm>
#include <cmath>

namespace talus {

double lengthUnit(double size) {
  constexpr int step = 128;  // binary digits; a unit is at most 2^64 times larger or smaller than the size
  if (!(size > 0 && std::isfinite(size))) return 1;
  return std::ldexp(1.0, step * static_cast<int>(std::lround(std::ilogb(size) / static_cast<double>(step))));
}

double extentOf(const TriangleMesh& mesh) {
  double extent = 0;
  for (const auto* coordinates : {&mesh.x, &mesh.y, &mesh.z})
    for (const double x : *coordinates) extent = std::max(extent, std::abs(x));
  return extent;
}

TriangleMesh inUnit(TriangleMesh mesh, double unit) {
  for (auto* coordinates : {&mesh.x, &mesh.y, &mesh.z})
    for (double& x : *coordinates) x /= unit;
  return mesh;
}

ContactState fromUnit(ContactState state, double unit) {
  for (Contact& contact : state.contacts) {
    contact.point *= unit;
    contact.gap *= unit;
    contact.depth *= unit;
    contact.area = contact.area * unit * unit;  // the square alone may not fit
  }
  for (ContactPlace& place : state.places) {
    place.onA *= unit;
    place.onB *= unit;
  }
  return state;
}

}  // namespace talus
