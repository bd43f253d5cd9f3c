#pragma once

#include "peers/mesh_pair_peer.h"

namespace talus::peers {

/// Bullet's GImpact meshes through contactPairTest, with no margin. Contacts of crossing triangles.
std::unique_ptr<MeshPairPeer> makeBulletGImpact(const TriangleMesh& a, const TriangleMesh& b);

}  // namespace talus::peers
