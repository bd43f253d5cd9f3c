#pragma once

#include "peers/mesh_pair_peer.h"

namespace talus::peers {

/// ODE's trimesh against trimesh: contact points where triangles cut each other. It knows no distances.
std::unique_ptr<MeshPairPeer> makeOde(const TriangleMesh& a, const TriangleMesh& b);

}  // namespace talus::peers
