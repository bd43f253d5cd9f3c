#pragma once

#include <optional>

#include "geometry/mesh/triangle_mesh.h"
#include "options/boolean_options.h"

namespace talus::peers {

/// The volume of a boolean operation by CGAL's corefinement with exact constructions, summed exactly.
/// @param a, b closed and oriented outwards, without self-intersections. @return no value if CGAL cannot
/// express the result as a manifold, or for SymmetricDifference.
std::optional<double> cgalBooleanVolume(const TriangleMesh& a, const TriangleMesh& b,
                                        BooleanOperation operation);

}  // namespace talus::peers
