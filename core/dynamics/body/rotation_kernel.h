#pragma once

#include "dynamics/body/body_inertia.h"

namespace talus {

/// rotateFreely() of bodies begin … end − 1 of a state, walls left out, several at a time by SIMD: the same
/// to rounding. Bodies that turn by more than 0.8 rad about an axis in the step are left to rotateFreely().
/// A body's bits depend on that body alone, not on where it stands, and are those of every instruction set
/// with fused multiply-add. About 15 ns a body.
void rotateFreely(const BodyInertia& inertia, BodyState& state, std::size_t begin, std::size_t end,
                  double dt);

}  // namespace talus
