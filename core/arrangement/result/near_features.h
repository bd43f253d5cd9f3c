#pragma once

#include <array>
#include <vector>

#include "arrangement/result/rounded_surface.h"

namespace talus {

/// Makes one of features that are closer to each other than a distance, of triangles that intersect and of
/// those near them: corners become equal; a corner near a side or a face, and a new point where two sides
/// pass each other, become corners of the triangles there. Faces that lie on each other but for rounding then
/// consist of the same triangles. Nothing moves farther than the distance, and the surface remains closed.
/// @param pairs of triangles that intersect. @return whether anything changed.
bool joinNearFeatures(RoundedSurface& surface, const std::vector<std::array<Index, 2>>& pairs,
                      double distance);

}  // namespace talus
