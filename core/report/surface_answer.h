#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "geometry/check/mesh_check.h"

namespace talus {

/// A checked surface, and its polygons that have no triangles.
struct CheckedMesh {
  const MeshReport& report;
  std::int64_t incomplete = 0;  ///< polygons with fewer than three corners
  std::int64_t crossed = 0;     ///< polygons that cross themselves
};

/// The verdict on a surface, its effect on labels, and the step of Surface Repair that mends it: "Not closed:
/// 9 open edges in 2 loops. Labels would follow the winding number. Repair: Surface Repair closes holes".
std::string surfaceAnswer(const CheckedMesh& mesh);

/// The same of several surfaces, numbered from 0: how many are sound, and the answer of the first that is
/// not.
std::string surfacesAnswer(std::span<const CheckedMesh> meshes, std::span<const int> numbers);

}  // namespace talus
