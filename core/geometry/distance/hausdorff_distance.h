#pragma once

#include "geometry/distance/surface_distance.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The directed Hausdorff distance of some triangles from a surface, and the point that has it.
struct HausdorffDistance {
  double distance = 0;
  Vec3 point = Vec3::Zero();
};

/// The greatest distance that a point of some triangles has from a surface. No point is farther than
/// (1 + accuracy) of it, but for rounding, unless a hundred thousand pieces do not prove it.
///
/// Branch and bound: pieces of triangles, the one that may reach farthest first. The distance from a fixed
/// triangle is convex, so that no point of a piece is farther from the surface than the farthest corner is
/// from the triangle that is nearest to one of them (as M. Tang, M. Lee, Y. J. Kim, Interactive Hausdorff
/// distance computation for general polygonal models, ACM Transactions on Graphics 28 (2009)).
///
/// Cost: a search for each point and for each two pieces. Same bits for any number of threads.
/// @param triangles whose points are finite, and used; none: distance 0.
HausdorffDistance hausdorffDistance(const TriangleMesh& triangles, const SurfaceDistance& surface,
                                    double accuracy = 1e-3);

}  // namespace talus
