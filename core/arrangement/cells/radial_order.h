#pragma once

#include <span>

#include "arrangement/cut/cut_triangles.h"
#include "geometry/mesh/edge_table.h"

namespace talus {

/// Sorts the facets at an edge by their angle around it, counter-clockwise seen against its direction from
/// the smaller to the larger point number. The first one stays first. Exact.
void sortAround(std::span<EdgeUse> uses, const CutTriangles& cut, const PointTable& points);

}  // namespace talus
