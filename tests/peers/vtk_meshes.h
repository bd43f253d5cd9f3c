#pragma once

#include "peers/mesh_pair_peer.h"

namespace talus::peers {

/// vtkCollisionDetectionFilter, asked for the first contact of triangles that cut each other. What is timed
/// includes VTK's pipeline, not its trees, which it keeps from pose to pose.
std::unique_ptr<MeshPairPeer> makeVtkCollision(const TriangleMesh& a, const TriangleMesh& b);

}  // namespace talus::peers
