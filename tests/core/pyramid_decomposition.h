#pragma once

#include "base/error.h"
#include "geometry/exact/predicates.h"
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

// Mean of the corners of the triangles.
inline Vec3 meanCorner(const TriangleMesh& mesh) {
  const Vec3 near = mesh.point(mesh.a[0]);
  Vec3 sum = Vec3::Zero();
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    for (const Vec3& corner : mesh.corners(t)) sum += corner - near;
  return near + sum / static_cast<double>(3 * mesh.triangleCount());
}

inline void requireFacingAway(const TriangleMesh& mesh, const Vec3& apex) {
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    if (!collinear(a, b, c) && orient3d(a, b, c, apex) <= 0)
      throw Error("The surface is not that of a convex body",
                  "triangle " + std::to_string(t) + " does not face away from the middle",
                  "Use massProperties, which takes every closed surface");
  }
}

// The integrals of one pyramid about its apex, and its rotation.
struct RightPyramid {
  double a, b, c, d;
  Eigen::Matrix3d toBody;  // R of (3.5): columns x', y', z'

  RightPyramid(const Vec3& foot, const Vec3& normal, const Vec3& first, const Vec3& second) {
    toBody.col(0) = normal;
    toBody.col(1) = (first - foot).normalized();
    toBody.col(2) = toBody.col(0).cross(toBody.col(1));
    a = foot.dot(normal);
    d = (first - foot).norm();
    b = (second - foot).dot(toBody.col(1));
    c = (second - foot).dot(toBody.col(2));
  }

  double volume() const { return a * c * d / 6; }                       // (3.8)
  Vec3 centroid() const { return toBody * Vec3(3 * a, b + d, c) / 4; }  // (3.10)
  Eigen::Matrix3d inertia() const {                                     // (3.15)
    const double xy = -2 * a * (b + d);
    const double xz = -2 * a * c;
    const double yz = -c * (2 * b + d) / 2;
    const double yy = b * b + b * d + d * d;
    Eigen::Matrix3d right;
    right << yy + c * c, xy, xz, xy, c * c + 6 * a * a, yz, xz, yz, yy + 6 * a * a;
    return c * a * d / 60 * toBody * right * toBody.transpose();
  }
};

struct Integrals {
  double volume = 0;
  Vec3 first = Vec3::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();

  void add(const RightPyramid& pyramid) {
    volume += pyramid.volume();
    first += pyramid.volume() * pyramid.centroid();
    inertia += pyramid.inertia();
  }
};

inline void addTriangle(const std::array<Vec3, 3>& corners, Integrals& integrals) {
  const Vec3 normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
  const Vec3 foot = corners[0].dot(normal) * normal;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3& first = corners[i];
    if (first != foot) integrals.add(RightPyramid(foot, normal, first, corners[(i + 1) % 3]));
  }
}

inline PyramidSum pyramidDecomposition(const TriangleMesh& mesh) {
  requireUsable(mesh, "The surface");
  const Vec3 apex = meanCorner(mesh);
  requireFacingAway(mesh, apex);
  Integrals integrals;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    if (!collinear(a, b, c)) addTriangle({a - apex, b - apex, c - apex}, integrals);
  }
  const Vec3 centroid = integrals.first / integrals.volume;
  const Eigen::Matrix3d steiner =
      centroid.squaredNorm() * Eigen::Matrix3d::Identity() - centroid * centroid.transpose();
  return {integrals.volume, apex + centroid, integrals.inertia - integrals.volume * steiner};
}

}  // namespace talus
