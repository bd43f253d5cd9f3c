#pragma once

#include <memory>

#include "peers/broad_phase_peer.h"

namespace talus::peers {

/// How FCL's tree follows the boxes.
enum class FclTree {
  Refit,   ///< DynamicAABBTreeCollisionManager::update(): boxes of nodes anew, balanced now and then
  Rebuild  ///< cleared, and all objects registered again
};

/// FCL's dynamic tree of axis-aligned boxes.
std::unique_ptr<BroadPhasePeer> makeFcl(FclTree tree);

}  // namespace talus::peers
