#include "shapes/placement.h"

#include <cmath>
#include <cstdio>

#include "base/error.h"

namespace talus {

namespace {

std::string shortText(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.10g", value);
  return buffer;
}

}  // namespace

void Placement::requireValid() const {
  constexpr double largest = 1e150;
  if (!centre.allFinite()) throw Error("The centre is not finite", "", "Give three finite numbers");
  requireWithin(size, 1 / largest, largest, "size");
}

void Placement::apply(TriangleMesh& mesh) const {
  const auto move = [this](std::vector<double>& values, double shift) {
    for (double& v : values) v = shift + size * v;
  };
  move(mesh.x, centre.x());
  move(mesh.y, centre.y());
  move(mesh.z, centre.z());
}

void requireWithin(double value, double low, double high, const char* name) {
  if (value >= low && value <= high) return;
  throw Error(std::string("The ") + name + " cannot be " + shortText(value), "",
              "Give a number from " + shortText(low) + " to " + shortText(high));
}

}  // namespace talus
