#pragma once

#include <vector>

#include "base/types.h"

namespace talus {

/// A number of points spread evenly over the unit sphere, depending on their count
///  * 4: a tetrahedron
///  * 4·4^k + 2 (6, 18, 66 …): an octahedron refined k times
///  * 10·4^k + 2 (12, 42, 162 …): an icosahedron refined k times
///  * else a Fibonacci lattice (Swinbank, Purser, Fibonacci grids, Q. J. R. Meteorol. Soc. 132 (2006)).
///
/// No two are closer than 3.076 / √count, and none of any such points can all be farther apart than 3.81 /
/// √count. @param count ≥ 4. O(count).
std::vector<Vec3> spherePoints(int count);

}  // namespace talus
