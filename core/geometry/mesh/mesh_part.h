#pragma once

#include <span>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Some triangles of a mesh, in the given order, with the points that they use in the order of their use.
/// O(points + triangles).
TriangleMesh partOf(const TriangleMesh& mesh, std::span<const Index> triangles);

/// A mesh without the points that no triangle uses; the others are in the order of their use.
TriangleMesh withoutUnusedPoints(const TriangleMesh& mesh);

}  // namespace talus
