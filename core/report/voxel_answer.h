#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "voxels/voxel_grid.h"

namespace talus {

/// What was found of voxels, or of the nodes between them.
struct VoxelCounts {
  std::int64_t inside = 0;         ///< voxels or nodes with the side Inside
  std::int64_t touched = 0;        ///< voxels that triangles pass through
  bool nodes = false;              ///< whether `inside` counts nodes
  std::optional<double> volume{};  ///< filled, length³; none without fractions
  bool exact = false;              ///< whether fractions are exact, or sampled
};

/// "12 345 inside, 2 345 on the surface · volume 3.21, exact · 64 x 48 x 32 voxels of 0.1".
std::string voxelAnswer(const VoxelGrid& grid, const VoxelCounts& counts);

}  // namespace talus
