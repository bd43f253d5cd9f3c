#pragma once

#include <cstddef>
#include <span>

#include "base/types.h"
#include "enclosure/direct/winding_kernel.h"

namespace talus {

// Expansions in solid harmonics, and their translations, for the inner loops of the fast multipole method: on
// the widest SIMD unit of this machine, and scaled by the radii of the clusters, so that nothing overflows
// for any body size or degree. The sums of the lanes are added in a fixed order, so the bits do not depend on
// the SIMD width.
//
// Solid harmonics without the Condon–Shortley phase, as in Muth et al. 2006, (14) and (15), but with R_n^{−m}
// = (−1)^m conj R_n^m; (14) and (15) as printed give the conjugate without the sign, with which (23) to (25)
// do not hold:
//   R_n^m(x) = r^n P_n^m(cos θ) e^{imφ} / (n+m)!,   S_n^m(x) = (n−m)! P_n^m(cos θ) e^{imφ} / r^{n+1},
//   1/|x − y| = Σ conj S_n^m(x) R_n^m(y) for |y| < |x|.
// Coefficients of negative order follow from C_n^{−m} = (−1)^m conj C_n^m.
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

/// Adds the moments ∫ n·∇R_n^m(y − centre) ds of some flat panels with unit normals n (22): exact, by a
/// recurrence over the degree.
void gatherPanelMoments(int degree, const PanelArrays<3>& panels, IndexRange range, const Vec3& centre,
                        double radius, double* moments);

/// Adds the children's moments to the parent's (23). Shifts: child − parent. O(degree⁴) per
/// child.
void gatherMoments(int degree, std::span<const ShiftedExpansion> children, double radius, double* parent);

/// Adds the field of some moments to a local expansion (24). Shifts: target − source; longer than
/// the sum of both radii. O(degree⁴) per source, O(degree²) for a single point (radius below 1e-100), which
/// needs only the value.
void gatherLocal(int degree, std::span<const ShiftedExpansion> sources, double radius, double* local);

/// Translates a parent's local expansion to a child's centre (25). @param parent its shift is child
/// − parent. O(degree⁴).
void passLocal(int degree, const ShiftedExpansion& parent, double radius, double* child);

/// Adds the field of a local expansion to the winding numbers of some points: −(1/4π) Σ L_n^m R_n^m(x).
/// @param winding of all points. O(degree²) per point.
void addLocalWinding(int degree, const double* local, const Vec3& centre, double radius,
                     const VectorArrays& points, IndexRange range, double* winding);

}  // namespace talus
