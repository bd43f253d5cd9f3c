#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cstdint>

namespace talus {

/// A point or vector in the mesh's length unit. 24 bytes, no padding: an array of them is an array of xyz
/// triples.
using Vec3 = Eigen::Vector3d;

/// Number of a point, triangle, cell or body.
using Index = std::int32_t;

/// Axis-aligned box; a default-constructed one is empty.
using Box = Eigen::AlignedBox3d;

}  // namespace talus
