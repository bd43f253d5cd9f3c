#pragma once

#include "dynamics/body/body_inertia.h"

namespace talus {

/// The orientation of a body after free rotation for a time dt. Its angular momentum in the world is not
/// changed, so it is conserved to the bit; the kinetic energy oscillates by O(dt²) and does not drift.
///
/// Splitting of T = Σ L_k² / 2I_k into rotations about the principal axes, each of which is exact: for dt/2
/// about the third and the second, for dt about the first, then for dt/2 about the second and the third.
/// Order 2, symmetric, symplectic. Exact for rotations about a principal axis. dt may be negative.
/// Source: NO_SQUISH, T. F. Miller et al., J. Chem. Phys. 116 (2002) 8649, whose quaternion momentum is here
/// replaced by the equal angular momentum; order of axes as in A. Dullweber et al., J. Chem. Phys. 107
/// (1997) 5840.
/// @param i a body that is not a wall. About 0.1 µs.
Quaternion rotateFreely(const BodyInertia& inertia, std::size_t i, const Quaternion& orientation,
                        const Vec3& angularMomentum, double dt);

/// The same for a long time: in parts of at most 0.05 rad of order 6, so that the kinetic energy changes by
/// less than 1e-11 of itself in 0.5 rad. More than 50 rad are divided into 1000 longer parts. About 1 µs and
/// 20 µs per rad.
/// Source: composition of nine steps of order 2 by W. Kahan and R.-C. Li, Mathematics of Computation 66
/// (1997) 1089, as in E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration (2006), V.3.2.
Quaternion rotateFreelyFar(const BodyInertia& inertia, std::size_t i, const Quaternion& orientation,
                           const Vec3& angularMomentum, double dt);

/// The same with one rotation for dt about each axis: order 1, not symmetric. For methods of order 1.
Quaternion rotateFreelyOnce(const BodyInertia& inertia, std::size_t i, const Quaternion& orientation,
                            const Vec3& angularMomentum, double dt);

}  // namespace talus
