#pragma once

#include "broadphase/box_arrays.h"

namespace talus {

/// The first box, from `begin` on, that has a point in common with `box`; boxes.size(): there is none.
/// Several are compared at a time by SIMD. Empty boxes are those of BoxArrays; `box` is not empty.
std::size_t nextOverlap(const BoxArrays& boxes, const Box& box, std::size_t begin);

}  // namespace talus
