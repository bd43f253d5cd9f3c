#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/types.h"

namespace talus {

/// Which of up to 32 boxes intersect a box (closed): bit i for the box with sides low[axis][i],
/// high[axis][i].
/// @param low, high seven more values after the last one can be read.
std::uint32_t boxHits(const Box& box, const std::array<const double*, 3>& low,
                      const std::array<const double*, 3>& high, std::size_t count);

}  // namespace talus
