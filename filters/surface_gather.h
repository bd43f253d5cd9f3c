#pragma once

#include <map>
#include <set>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"
#include "rank_group.h"

namespace talus::filters {

/// Triangles by block number.
using BlockMeshes = std::map<int, TriangleMesh>;

/// The surface of all ranks.
struct GatheredSurface {
  BlockMeshes meshes;
  /// For each block the number of this rank's first triangle in it.
  std::map<int, std::size_t> firstOwn;
  /// Blocks of this rank that were not added, since a lower rank has the same triangles.
  std::set<int> copies;
};

/// Gathers the triangles of all ranks on every rank, appended block by block in the order of the ranks. If
/// several ranks have the same triangles of a block, they are added once: each rank has the whole, such as
/// the shapes of a scene that all of them simulate. Collective.
GatheredSurface gatherSurface(BlockMeshes mine, const RankGroup& ranks);

/// The cells from which a block's triangles come.
struct BlockCells {
  std::vector<Index> cellOf;  ///< cell of each triangle
  Index count = 0;            ///< number of cells
  bool operator==(const BlockCells&) const = default;
};

/// Gathers the cells of all ranks on every rank, in the order of gatherSurface's triangles; cells are
/// numbered consecutively, rank after rank. Collective.
std::map<int, BlockCells> gatherCells(const std::map<int, BlockCells>& mine, const RankGroup& ranks);

}  // namespace talus::filters
