#pragma once

#include <memory>
#include <string>
#include <vector>

#include "peers/mesh_pair_peer.h"

namespace talus::bench {

struct NamedPeer {
  std::string name;
  std::shared_ptr<peers::MeshPairPeer> peer;
};

/// The other libraries that were found at configure time, with two meshes prepared.
std::vector<NamedPeer> meshPairPeers(const TriangleMesh& a, const TriangleMesh& b);

}  // namespace talus::bench
