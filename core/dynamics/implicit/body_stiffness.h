#pragma once

#include <vector>

#include "dynamics/implicit/block_cholesky.h"
#include "dynamics/implicit/contact_islands.h"

namespace talus {

/// The stiffness of each body of an island alone: its inertia over dt², and what forces add along which it is
/// under tension, since they turn with it.
/// @param rows of each body of the scene: its number in the island; −1: it is not in it. @param square dt²,
/// s².
void addBodyStiffness(const ContactIsland& island, const std::vector<BlockCholesky::Row>& rows,
                      const BodyInertia& inertia, const BodyState& state, double square,
                      std::vector<BlockCholesky::Block>& own);

}  // namespace talus
