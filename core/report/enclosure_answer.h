#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "enclosure/interface/enclosure.h"

namespace talus {

/// Numbers of points, or of cells, by side.
struct SideCounts {
  std::int64_t inside = 0, on = 0, outside = 0;

  SideCounts& operator+=(const SideCounts& other);
};

/// On all threads of oneTBB.
SideCounts countSides(std::span<const Side> sides);

/// The method that labelled points about one body, and why.
struct MethodUse {
  std::string method, reason;

  bool operator==(const MethodUse&) const = default;
};

/// "1 965 inside, 0 on the surface, 8 035 outside · DiscreteFunction, the surface is closed".
/// @param uses one for each body.
std::string enclosureAnswer(const SideCounts& counts, std::span<const MethodUse> uses);

}  // namespace talus
