#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/context.h"
#include "base/types.h"

namespace talus {

/// Fine triangles that one surrogate represents.
struct TriangleCluster {
  std::size_t begin = 0, end = 0;  ///< its triangles in TriangleClusters::order, with all children's
  std::size_t firstChild = 0;      ///< children are consecutive
  std::size_t childCount = 0;      ///< 0: a leaf
  std::size_t parent = 0;          ///< the root is its own parent

  std::size_t count() const { return end - begin; }
};

/// All triangles, divided recursively into clusters.
struct TriangleClusters {
  std::vector<TriangleCluster> clusters;  ///< level by level, the root first
  std::vector<std::size_t> levelBegin;    ///< first cluster of each level, and the end
  std::vector<Index> order;               ///< numbers of the triangles
};

/// The method that divides a cluster.
enum class ClusterCut {
  Balanced,  ///< halves along principal axes, so that all leaves but one are full and equally deep
  Means,     ///< k-means: compact clusters of different sizes (Noble and Weinzierl, appendix B)
};

/// Divides triangles until no cluster has more than `branching`; no cluster has more children than that. Only
/// the triangles' centres are used. k-means starts from distant centres and takes at most 10 iterations; if
/// it leaves nearly all triangles in one cluster (equal centres), that cluster is divided in a balanced way,
/// so that the depth stays logarithmic. O(N log N), the same for any number of threads. Progress: stages up
/// to fraction `end`.
/// @param centres finite and within ±1e100, at least one.
TriangleClusters clusterTriangles(std::span<const Vec3> centres, std::size_t branching, ClusterCut cut,
                                  double end, Context& context);

}  // namespace talus
