#pragma once

#include <memory>

#include "peers/broad_phase_peer.h"

namespace talus::peers {

/// Bullet's broad phases (single precision). Both keep their pairs from step to step.
enum class BulletMethod {
  Tree,  ///< btDbvtBroadphase: dynamic trees of boxes grown by 0.05; its pairs are those of the grown boxes
  SweepPrune3  ///< bt32BitAxisSweep3: three sorted lists of quantised ends; the world is twice as wide as the
               ///< first boxes
};

std::unique_ptr<BroadPhasePeer> makeBulletBoxes(BulletMethod method);

}  // namespace talus::peers
