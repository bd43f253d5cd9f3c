#include "shapes/placement.h"

#include "base/error.h"
#include "base/number_text.h"

namespace talus {

void apply(const Placement& place, TriangleMesh& mesh) {
  const auto move = [&place](std::vector<double>& values, double shift) {
    for (double& v : values) v = shift + place.size * v;
  };
  move(mesh.x, place.centre.x());
  move(mesh.y, place.centre.y());
  move(mesh.z, place.centre.z());
}

void requireWithin(double value, double low, double high, const char* name) {
  if (value >= low && value <= high) return;
  throw Error(std::string("The ") + name + " cannot be " + numberText(value), "",
              "Give a number from " + numberText(low) + " to " + numberText(high));
}

}  // namespace talus
