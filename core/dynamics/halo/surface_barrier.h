#pragma once

#include "dynamics/field/barrier_potential.h"
#include "dynamics/halo/surface_halo.h"

namespace talus {

/// The potential of BarrierLaw of a point outside a surface of any form,
///
///   Σ_faces B(d_f) − Σ_edges B(d_e) + Σ_vertices B(d_v),
///
/// with the distances of the point from each closed face, edge and vertex, all per foundation stiffness and
/// area. Near a convex or flat part all terms but B of the distance from the surface cancel. Where two faces
/// are equally near, as in a groove, the force turns from one to the other without a jump; B of the distance
/// alone would have a kink there, in which minimisations get stuck.
///
/// Where the surface has a far side within reach, as behind a thin wall, that adds its force.
///
/// The sum is ∫ −B'(r) χ(r) dr with the Euler characteristic χ of the part of the surface in the ball of
/// radius r about the point. So it does not depend on how faces are divided into triangles, and grows
/// without bound as the point approaches the surface: there the part is a disc, χ = 1.
///
/// Source: inclusion and exclusion of features as in M. Li et al., "Convergent incremental potential
/// contact", arXiv:2307.15908 (2023).
class SurfaceBarrier {
 public:
  void clear() { *this = {}; }
  /// Adds a triangle with its share of edges and vertices, so that each feature counts once if all triangles
  /// within reach are added.
  /// @param foot of the triangle. @param x the point, as `foot` in the frame of the halo's surface, which is
  /// scaled by `scale`. @param reach, range of BarrierLaw, m.
  void add(const SurfaceHalo& halo, Index triangle, const SurfaceFoot& foot, const Vec3& x, double scale,
           double reach, double range);

  double energy() const { return energy_; }        ///< m²
  const Vec3& force() const { return force_; }     ///< minus the gradient by the point, m
  double stiffness() const { return stiffness_; }  ///< about the sum of the second derivatives by distances

 private:
  double energy_ = 0, stiffness_ = 0;
  Vec3 force_ = Vec3::Zero();
};

}  // namespace talus
