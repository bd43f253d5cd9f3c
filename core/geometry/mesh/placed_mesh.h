#pragma once

#include "base/pose.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The mesh where a body has it: each point is rounded as Pose::toWorld rounds it. O(points).
TriangleMesh placed(TriangleMesh mesh, const Pose& pose);

/// The box around that mesh, to the bit, without a copy. O(points).
Box placedBounds(const TriangleMesh& mesh, const Pose& pose);

}  // namespace talus
