#pragma once

#include <span>
#include <vector>

#include "contact/overlap/surface_piercing.h"

namespace talus {

/// Sorts piercings of one edge by their places on it, from its beginning to its end, exactly for the rounded
/// coordinates of the pair. Equal places keep their order. Some µs for each piercing.
/// @param own indices of piercings.
void sortAlongEdge(const SurfacePair& pair, const std::vector<Piercing>& piercings, std::span<Index> own);

}  // namespace talus
