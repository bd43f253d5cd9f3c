#pragma once

#include "dynamics/halo/halo_area_law.h"

namespace talus {

/// Barrier: the points, weights and edges of HaloArea with a potential that no load overcomes,
///
///   U = κ Σ wᵥ B(dᵥ) + κ Σ U_e,  B(d) = range (reach − d)³ / d²
///
/// * B is 0 at the reach with two continuous derivatives, stiffens all the way as the gap closes, and has no
///   bound. It is as stiff as the foundation κ at a depth of 0.11 of the reach, and as strong as HaloArea at
///   0.19.
/// * Surfaces that touch do so at a vertex of one, or where edges cross: there U has no bound either.
/// * Where bodies began nearer to each other than the range, the layer between them is thinner and as much
///   stiffer: the force at a part of the reach is the same.
/// * Dashpots go by force and energy of the pair, so that the restitution is met at any speed (respond()).
/// * Bodies are held back as by PassingGuard, and no step changes a gap by more than a fifth
///   (StiffnessBound): so bodies that are apart at the start stay so.
///
/// Only for closed surfaces that are apart at the start. Forces and torques are the exact derivative of U.
///
/// Cost: that of HaloArea and of PassingGuard.
///
/// After the barriers of incremental potentials, −(reach − d)² ln(d/reach): M. Li et al., "Incremental
/// potential contact", ACM Transactions on Graphics 39(4) (2020) 49; weighted by areas as in M. Li et al.,
/// "Convergent incremental potential contact", arXiv:2307.15908 (2023). The power in place of the logarithm
/// is ours: it keeps gaps wide and stiffnesses low under loads that are too great for the foundation. A load
/// of L times κ · area · range leaves a gap of (2/L)^⅓ of the reach; the logarithm, of 1/L.
class BarrierLaw final : public HaloAreaLaw {
 public:
  void setConstants(PairLaw& law, double modulus, double inverseMass) const override {
    HaloAreaLaw::setConstants(law, modulus, inverseMass);
    law.barrier = true;
  }
};

}  // namespace talus
