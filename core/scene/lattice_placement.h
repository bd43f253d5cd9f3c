#pragma once

#include <span>
#include <vector>

#include "scene/drawn_bodies.h"

namespace talus {

/// Places one body in each cell, x first, then y, then z; as many bodies as cells.
/// @throws Error a body larger than a cell of the region.
std::vector<BodyPlace> placeOnGrid(std::span<const DrawnBody> bodies, const PlacementRequest& options);

/// Stacks layers of cells above the floor; the lowest body is first. O(n log n).
/// @throws Error a body wider than the region.
std::vector<BodyPlace> placeInColumn(std::span<const DrawnBody> bodies, const PlacementRequest& options);

}  // namespace talus
