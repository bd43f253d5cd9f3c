#pragma once

#include <array>
#include <vector>

#include "contact/overlap/surface_piercing.h"

namespace talus {

/// What two solids have in common, decided exactly.
struct ExactOverlap {
  bool positive = false;     ///< their open interiors share a point
  bool wholeFirst = false;   ///< the first solid lies in the second one
  bool wholeSecond = false;  ///< the second one lies in the first one
  double volume = 0;         ///< of the intersection, in the pair's unit, rounded
};

/// Compares the volume of the intersection of two solids with 0 and with their own volumes, in integers.
///
/// A SurfacePair counts flush faces as overlapping or not by its infinitesimal shift of one solid. The volume
/// does not depend on that: as the shift goes to 0, each piercing goes to a point whose coordinates are
/// fractions of integers, and the volume, a sum over the parts of edges and curves that bound the
/// intersection (intersectSurfaces), to that of the solids themselves. It is 0 if and only if the open
/// interiors are disjoint. Surfaces that intersect themselves count by parity.
///
/// @param pair whose coordinates, in the frame of its second surface, count as they are rounded there.
/// @param piercings all of the pair.
/// Cost: about 2 µs a piercing and inner edge, and products of numbers as long as all denominators together:
/// 20 ms for a thousand of them. For pairs that an edge pierces strictly (piercesStrictly) there is no need.
ExactOverlap exactOverlap(const SurfacePair& pair, const std::vector<Piercing>& piercings);

/// Whether that volume exceeds one that is not negative. Words decide unless it is within about 1e-25 of the
/// sizes of its terms: 2 µs a piercing and inner edge.
bool overlapExceeds(const SurfacePair& pair, const std::vector<Piercing>& piercings, double volume);

/// Whether an edge of a solid passes through the interior of a triangle of another one: then the open
/// interiors share a point, and neither solid contains the other. Exact; 25 ns, more for degenerate
/// positions.
bool piercesStrictly(const std::array<Vec3, 2>& edge, const std::array<Vec3, 3>& triangle);
/// The same of a piercing, without the shift of the pair.
bool isStrict(const SurfacePair& pair, const Piercing& piercing);

}  // namespace talus
