#pragma once

#include <vector>

#include "contact/overlap/surface_piercing.h"

namespace talus {

/// The segment of a curve in which two triangles intersect, with the first body's inner part on its left.
struct CurveSegment {
  Index firstTriangle = 0, secondTriangle = 0;
  Index from = 0, to = 0;  ///< piercings
};

/// Joins the piercings of each triangle pair: one begins the pair's segment, one ends it. O(p log p).
std::vector<CurveSegment> joinPiercings(const SurfacePair& pair, const std::vector<Piercing>& piercings);

}  // namespace talus
