#pragma once

#include "base/pose.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The mesh in world coordinates at a body's pose, with points rounded as by Pose::toWorld. O(points).
TriangleMesh placed(TriangleMesh mesh, const Pose& pose);

/// The bounding box of the placed mesh, equal bit by bit, without a copy. O(points).
Box placedBounds(const TriangleMesh& mesh, const Pose& pose);

}  // namespace talus
