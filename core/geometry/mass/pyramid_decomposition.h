#pragma once

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Mass properties of a body of density 1 by Schinner's method.
struct PyramidSum {
  double volume = 0;
  Vec3 centroid = Vec3::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about the centroid, along the mesh's axes
};

/// Decomposes a convex body into three right pyramids per triangle: an independent check of
/// massProperties(), which is faster and more general.
///
/// Source: B. Schinner, Numerische Simulationen für granulare Medien (1995), sections 3.2–3.5. The apex o is
/// the mean of the corners; L is the foot of the perpendicular from o to a triangle's plane. Each pyramid o,
/// L, E₁, E₂ is rotated so that L = (a, 0, 0), E₁ = (a, d, 0), E₂ = (a, b, c), for which volume (3.8),
/// centroid (3.10) and inertia (3.15) are known. Deviations:
/// * L may lie outside its triangle; c is then negative for one or two pyramids, which are subtracted.
/// * (3.15) already refers to the apex: (3.16) is used without its Steiner term, which is applied once,
///   for the whole body.
/// * Each pair of vertices has its own y axis, so the angle at E₁ is always 90°.
/// @param mesh every triangle must face away from the mean of the corners, as in convex bodies.
/// @throws Error for no triangles, bad corners (requireUsable), or a triangle that does not face away.
/// O(triangles).
PyramidSum pyramidDecomposition(const TriangleMesh& mesh);

}  // namespace talus
