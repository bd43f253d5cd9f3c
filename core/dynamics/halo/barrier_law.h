#pragma once

#include "dynamics/halo/halo_area_law.h"

namespace talus {

/// Barrier: the points, weights and edges of HaloArea with a potential that no load overcomes,
///
///   U = κ Σ wᵥ B(dᵥ) + κ Σ U_e,  B(d) = range (reach − d)³ / d²
///
/// * Beside bodies that are not convex B(dᵥ) is a sum over faces, edges and vertices, so that the force turns
///   without a jump from one face of a groove to the other (SurfaceBarrier).
/// * B and its first two derivatives are 0 at the reach. As the gap closes, B and its stiffness grow
///   without bound. B is as stiff as the foundation κ at a depth of 0.11 of the reach, and its force equals
///   that of HaloArea at 0.19.
/// * Surfaces that touch do so at a vertex of one of them or where edges cross: U grows without bound
///   there, too.
/// * If bodies start closer than the range, the layer between them is thinner and stiffer by the same
///   factor: the force at a given fraction of the reach is the same.
/// * Dashpots depend on force and energy of the pair, so that the restitution is met at any speed
///   (respond()).
/// * PassingGuard holds bodies back, and no step changes a gap by more than a fifth (StiffnessBound): so
///   bodies that are apart at the start stay apart.
///
/// Only for closed surfaces that are apart at the start. Forces and torques are the exact derivative of U.
///
/// Cost: that of HaloArea and of PassingGuard.
///
/// Based on the barrier −(reach − d)² ln(d/reach) of M. Li et al., "Incremental potential contact", ACM
/// Transactions on Graphics 39(4) (2020) 49; weighted by areas as in M. Li et al., "Convergent incremental
/// potential contact", arXiv:2307.15908 (2023). Deviation: a power instead of the logarithm, which keeps
/// gaps wider and stiffness lower under loads that are too great for the foundation. A load of L times κ ·
/// area · range leaves a gap of (2/L)^⅓ of the reach; with the logarithm, 1/L of the reach.
class BarrierLaw final : public HaloAreaLaw {
 public:
  void setConstants(PairLaw& law, double modulus, double inverseMass) const override {
    HaloAreaLaw::setConstants(law, modulus, inverseMass);
    law.barrier = true;
  }
};

}  // namespace talus
