#pragma once

#include "peers/mesh_pair_peer.h"

namespace talus::peers {

/// CGAL's Rigid_triangle_mesh_collision_detection, asked whether the surfaces meet: exact predicates on AABB
/// trees. It can be asked for inclusion besides; here it is not.
std::unique_ptr<MeshPairPeer> makeCgalIntersections(const TriangleMesh& a, const TriangleMesh& b);

}  // namespace talus::peers
