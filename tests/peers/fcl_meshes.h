#pragma once

#include "peers/mesh_pair_peer.h"

namespace talus::peers {

/// FCL asked for the distance, or whether the meshes meet. Volumes are OBBRSS: on RSS alone collide() takes
/// milliseconds.
std::unique_ptr<MeshPairPeer> makeFclDistance(const TriangleMesh& a, const TriangleMesh& b);
std::unique_ptr<MeshPairPeer> makeFclCollide(const TriangleMesh& a, const TriangleMesh& b);

}  // namespace talus::peers
