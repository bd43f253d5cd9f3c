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

/// A box that is larger by a length on every side.
inline Box grown(const Box& box, double by) {
  return {box.min() - Vec3::Constant(by), box.max() + Vec3::Constant(by)};
}

}  // namespace talus
