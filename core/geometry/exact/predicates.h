#pragma once

#include "base/types.h"

namespace talus {

/// Exact signs of orientation determinants for finite double coordinates of any magnitude.
///
/// Each is evaluated in double first; where the proven error bound is inconclusive, orient3d in double words
/// (DoubleWord), and at last exact integer arithmetic decides. The filter follows Shewchuk, "Adaptive
/// Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates" (1997), bounds (4.2); the exact
/// stage uses integers of Boost.Multiprecision instead of expansions. Cost: about 5 ns if the filter decides,
/// 50 ns if double words do, otherwise about 1 µs.

/// Sign of det(a−d, b−d, c−d): +1 if d lies below the plane through a, b, c, that is on the side from which
/// a, b, c appear clockwise (the inner side of an outward triangle); 0 if the four are coplanar.
int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Orientation of a, b, c in the projection that drops coordinate `axis` (0: yz, 1: zx, 2: xy): +1 if
/// counter-clockwise. It equals the sign of component `axis` of (b−a) × (c−a).
int orient2d(const Vec3& a, const Vec3& b, const Vec3& c, int axis);

/// Sign of component `axis` of (b−a) × (d−c).
int crossSign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, int axis);

/// Whether a, b, c lie on one line (or coincide).
bool collinear(const Vec3& a, const Vec3& b, const Vec3& c);

/// The first axis (largest component of the rounded normal first) along which the triangle's projection has
/// an area; −1 for a triangle of zero area.
int projectionAxis(const Vec3& a, const Vec3& b, const Vec3& c);

/// The position of a point of a triangle's plane on the triangle.
enum class OnTriangle { Outside, Vertex, Edge, Face };

/// Exact position of p, a point of the triangle's plane (orient3d(a, b, c, p) == 0), relative to the
/// triangle. A triangle of zero area is treated as the segment (or point) that it covers, with Edge for its
/// interior.
OnTriangle locateInPlane(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

/// Sign of orient3d(a, b, c, d + δ) for an infinitesimal δ = (ε, ε², ε³) (simulation of simplicity,
/// Edelsbrunner and Mücke 1990, with only d perturbed). 0 only for a triangle of zero area.
int orient3dPerturbed(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// The same with the triangle perturbed: sign of orient3d(a + δ, b + δ, c + δ, d).
int orient3dTrianglePerturbed(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// The same with an edge perturbed: sign of orient3d(a + δ, b + δ, c, d). 0 only if a–b and c–d are parallel
/// or one of them is a point.
int orient3dEdgePerturbed(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

}  // namespace talus
