#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus::filters {

/// Triangles with defects that are connected by points: their box, and the side from which they are seen.
struct DefectPlace {
  Vec3 low, high;
  Vec3 outwards;  ///< unit; 0 if the triangles face all sides alike
};

/// The places of a mesh, ordered by their first triangles. Triangles with a corner that is not finite are
/// nowhere. @param defects bits of Defect of each triangle. Cost: O(n).
std::vector<DefectPlace> defectPlaces(const TriangleMesh& mesh, const std::vector<std::uint8_t>& defects);

/// A line for each, but of the first thousand only: low, high and outwards as nine numbers.
std::string textOf(const std::vector<DefectPlace>& places);

}  // namespace talus::filters
