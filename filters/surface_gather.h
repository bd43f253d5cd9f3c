#pragma once

#include <map>
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
};

/// Whether two meshes have the same points and triangles, number by number. O(points + triangles).
bool sameMesh(const TriangleMesh& one, const TriangleMesh& other);

/// Brings the triangles of every rank to every rank, appended block by block in the order of the ranks.
/// Collective.
GatheredSurface gatherSurface(const BlockMeshes& mine, const RankGroup& ranks);

/// The cells that a block's triangles come from.
struct BlockCells {
  std::vector<Index> cellOf;  ///< of each triangle
  Index count = 0;            ///< how many cells there are
  bool operator==(const BlockCells&) const = default;
};

/// Brings the cells of every rank to every rank, in the order of gatherSurface's triangles; cells are
/// numbered through, rank after rank. Collective.
std::map<int, BlockCells> gatherCells(const std::map<int, BlockCells>& mine, const RankGroup& ranks);

}  // namespace talus::filters
