#pragma once

#include <cstddef>
#include <span>

#include "base/types.h"
#include "enclosure/direct/winding_kernel.h"

namespace talus {

// The expansions and translations of solid_harmonics.h for the inner loops of the fast multipole method: on
// the widest SIMD unit of this machine, and scaled by the radii of the clusters, so that nothing overflows
// for any body size or degree. The sums of the lanes are added in a fixed order, so the bits do not depend on
// the SIMD width.
//
// Scaled coefficients, with the cluster's radius ρ: moments M_n^m / ρ^(n+1) and local coefficients L_n^m ρ^n,
// both dimensionless. An expansion is an array of coefficientCount() numbers: the real parts for 0 ≤ m ≤ n ≤
// degree, row by row, then the imaginary parts.

/// The highest degree of the kernels.
constexpr int highestDegree = 20;

/// Doubles in an expansion.
constexpr std::size_t coefficientCount(int degree) {
  return static_cast<std::size_t>((degree + 1) * (degree + 2));
}

/// An expansion about another centre.
struct ShiftedExpansion {
  const double* coefficients;
  Vec3 shift;     ///< between the two centres; the function states the direction
  double radius;  ///< of its cluster
};

/// Adds the moments of some panels about a centre (solid_harmonics.h: addPanelMoments).
void gatherPanelMoments(int degree, const PanelArrays<3>& panels, IndexRange range, const Vec3& centre,
                        double radius, double* moments);

/// Adds the children's moments to the parent's (momentsToParent). Shifts: child − parent. O(degree⁴) per
/// child.
void gatherMoments(int degree, std::span<const ShiftedExpansion> children, double radius, double* parent);

/// Adds the field of some moments to a local expansion (momentsToLocal). Shifts: target − source; longer than
/// the sum of both radii. O(degree⁴) per source, O(degree²) for a single point (radius below 1e-100), which
/// needs only the value.
void gatherLocal(int degree, std::span<const ShiftedExpansion> sources, double radius, double* local);

/// Translates a parent's local expansion to a child's centre (localToChild). @param parent its shift is child
/// − parent. O(degree⁴).
void passLocal(int degree, const ShiftedExpansion& parent, double radius, double* child);

/// Adds the field of a local expansion to the winding numbers of some points (windingOfLocal).
/// @param winding of all points. O(degree²) per point.
void addLocalWinding(int degree, const double* local, const Vec3& centre, double radius,
                     const VectorArrays& points, IndexRange range, double* winding);

}  // namespace talus
