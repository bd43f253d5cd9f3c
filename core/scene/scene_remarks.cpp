#include "scene/scene_remarks.h"

#include <algorithm>
#include <limits>

#include "base/number_text.h"

namespace talus {

std::vector<std::string> massRemarks(const Scene& scene) {
  std::vector<std::string> remarks;
  for (const BodyShape& shape : scene.shapes)
    if (shape.properties.overlappingShells > 0)
      remarks.push_back("Masses may be too large: " + shape.properties.warning +
                        " Give the surface of the union, or the masses of the bodies");
  return remarks;
}

std::string lengthRemark(const Scene& scene) {
  constexpr double largeSize = 5;          // m
  constexpr double noticeableGravity = 1;  // m/s²
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (scene.bodies.motion[i] != Motion::Dynamic) continue;
    const BodyShape& shape = scene.shapes[static_cast<std::size_t>(scene.bodies.shape[i])];
    least = std::min(least, scene.bodies.scale[i] * shape.mesh.bounds().diagonal().norm());
  }
  if (!(least > largeSize && least < std::numeric_limits<double>::infinity()) ||
      scene.gravity.norm() < noticeableGravity)
    return {};
  return "Lengths are in metres: the smallest body that moves has a diameter of " + roundedText(least) +
         " m. If the scene is in millimetres, scale it by 0.001";
}

}  // namespace talus
