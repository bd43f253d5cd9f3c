#pragma once

#include <array>
#include <span>

#include "base/types.h"

namespace talus {

/// The triangle that minimises functional (6) of Noble and Weinzierl, appendix A: as near as possible to all
/// fine triangles, not too thin, and on their inner side.
///
/// The paper prints neither parameters nor the solver. Here distances are relative to the cluster's radius
/// and the sums are means, so that the same parameters suit clusters of all sizes: β_size 8, β_normal 2,
/// α_area 4e-5 and α_inside 0.003, which reproduce the first row of the paper's Table 1. At most 40 steps of
/// BFGS, starting at the fine triangle nearest to the middle. About 5 µs per triangle.
/// @param triangles finite, at least one.
std::array<Vec3, 3> functionalTriangle(std::span<const std::array<Vec3, 3>> triangles);

}  // namespace talus
