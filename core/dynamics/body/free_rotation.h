#pragma once

#include "dynamics/body/body_inertia.h"

namespace talus {

/// The orientation of a body that turns freely for a time dt. Its angular momentum in the world is left as it
/// is, to the bit, so that it is conserved exactly; the kinetic energy swings by O(dt²) and does not drift.
///
/// Splitting of T = Σ L_k² / 2I_k into turns about the principal axes, each of which is exact: half a turn
/// about the third and the second, a whole about the first, and back. Order 2, symmetric, symplectic. Exact
/// for turns about a principal axis. Negative dt goes back.
/// Source: NO_SQUISH, T. F. Miller et al., J. Chem. Phys. 116 (2002) 8649, whose quaternion momentum is here
/// replaced by the equal angular momentum; order of axes as in A. Dullweber et al., J. Chem. Phys. 107
/// (1997) 5840.
/// @param i a body that is not a wall. About 0.1 µs.
Quaternion rotateFreely(const BodyInertia& inertia, std::size_t i, const Quaternion& orientation,
                        const Vec3& angularMomentum, double dt);

/// The same by one whole turn about each axis: order 1, not symmetric. For methods of order 1.
Quaternion rotateFreelyOnce(const BodyInertia& inertia, std::size_t i, const Quaternion& orientation,
                            const Vec3& angularMomentum, double dt);

}  // namespace talus
