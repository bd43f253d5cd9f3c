#pragma once

#include <span>

#include "assembly/assembly_pair.h"
#include "assembly/prepared_part.h"

namespace talus {

/// Where the faces of two parts lie on each other, or face each other within a distance.
/// @param near pairs of triangles among which are all within the distance.
PairContact contactOf(const PreparedPart& a, const PreparedPart& b, std::span<const TrianglePair> near,
                      double distance, const Vec3& commonPoint);

}  // namespace talus
