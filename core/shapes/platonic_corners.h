#pragma once

#include <vector>

#include "base/types.h"

namespace talus {

/// The five regular solids.
enum class Platonic { Tetrahedron, Cube, Octahedron, Dodecahedron, Icosahedron };

/// Corners of a regular solid about the origin, on the unit sphere.
std::vector<Vec3> platonicCorners(Platonic solid);

}  // namespace talus
