#pragma once

#include <array>
#include <cstdint>

#include "base/types.h"
#include "options/voxel_grid_options.h"

namespace talus {

/// A regular grid of voxels. Node (i, j, k) lies at origin + (i, j, k) · spacing;
/// there are counts + 1 nodes along each axis.
struct VoxelGrid {
  Vec3 origin = Vec3::Zero();
  Vec3 spacing = Vec3::Ones();           ///< > 0
  std::array<Index, 3> counts{1, 1, 1};  ///< voxels along each axis, ≥ 1

  double plane(int axis, Index i) const { return origin[axis] + static_cast<double>(i) * spacing[axis]; }
  Vec3 node(Index i, Index j, Index k) const { return {plane(0, i), plane(1, j), plane(2, k)}; }
  /// Centre of a voxel, half-way between its lower and upper node.
  Vec3 centre(Index i, Index j, Index k) const;
  Box bounds() const { return {node(0, 0, 0), node(counts[0], counts[1], counts[2])}; }
  double voxelVolume() const { return spacing[0] * spacing[1] * spacing[2]; }
  std::int64_t voxelCount() const;

  /// A point in units of voxels from the origin. A coordinate that lies on a plane between voxels to within
  /// the rounding error of that plane is set to it exactly.
  Vec3 toVoxels(const Vec3& p) const;

  bool operator==(const VoxelGrid&) const = default;
};

/// The grid of some options.
///
/// Counts are those of the whole grid, padding included. Where voxels of a fixed edge do not divide the box
/// they cover more: equally on both sides of the surface, or beyond the upper bounds where bounds are given.
/// @param surface box of the surface. Not used if bounds are given.
/// @throws Error an option out of its range, bounds that are not finite or empty, a box without extent along
/// an axis that must be divided, counts that leave no voxels between the padding, more than 2³⁰ voxels along
/// an axis or 1e18 in all.
VoxelGrid makeGrid(const VoxelGridOptions& options, const Box& surface);

}  // namespace talus
