#include "shapes/placement.h"

#include "base/error.h"
#include "base/number_text.h"

namespace talus {

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
  throw Error(std::string("The ") + name + " cannot be " + numberText(value), "",
              "Give a number from " + numberText(low) + " to " + numberText(high));
}

}  // namespace talus
