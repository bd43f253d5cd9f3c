#pragma once

#include "dynamics/body/body_inertia.h"

namespace talus {

/// rotateFreely() for bodies begin … end − 1 of a state except walls, several at a time by SIMD. The
/// results are equal to rounding. Bodies that rotate by more than 0.8 rad about an axis in the step are
/// left to rotateFreely(). The bits of a result depend on the body alone, not on its index, and are the
/// same for every instruction set with fused multiply-add. About 15 ns per body.
void rotateFreely(const BodyInertia& inertia, BodyState& state, std::size_t begin, std::size_t end,
                  double dt);

}  // namespace talus
