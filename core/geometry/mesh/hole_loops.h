#pragma once

#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The outline of a hole: points in the order in which triangles that close it use its edges. No point twice.
using HoleLoop = std::vector<Index>;

/// The outlines of all holes of a mesh with merged points. Where outlines touch in a point they are several.
/// An edge whose triangles face opposite ways counts twice. O(triangles).
std::vector<HoleLoop> holeLoops(const TriangleMesh& mesh);

}  // namespace talus
