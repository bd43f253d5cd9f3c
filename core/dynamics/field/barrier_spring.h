#pragma once

#include <cmath>

#include "dynamics/field/barrier_potential.h"

namespace talus {

/// The potential of Barrier at one contact point: a spring that grows without bound as the gap closes.
struct BarrierSpring {
  double weight = 0;  ///< foundation stiffness times area, N/m; 0: no such spring
  double reach = 0;   ///< gap at which the force begins, m
  double range = 0;   ///< ≥ reach, m

  /// Force, N. @param gap positive.
  double force(double gap) const { return gap < reach ? weight * barrierAt(gap, reach, range).force : 0; }
  /// Minus its derivative by the gap, N/m.
  double stiffness(double gap) const {
    return gap < reach ? weight * barrierAt(gap, reach, range).stiffness : 0;
  }
  /// The gap at which it has a force, to 1e-6 of the reach. @param force positive, N.
  double gapAt(double force) const { return gapWhere(force, &BarrierSpring::force); }
  /// The gap at which it has a stiffness. @param stiffness positive, N/m.
  double gapOf(double stiffness) const { return gapWhere(stiffness, &BarrierSpring::stiffness); }

 private:
  // Both decrease with the gap: bisection of its logarithm.
  double gapWhere(double value, double (BarrierSpring::*of)(double) const) const {
    double low = 1e-6 * reach, high = reach;
    while (high > 1.01 * low) {
      const double middle = std::sqrt(low * high);
      ((this->*of)(middle) > value ? low : high) = middle;
    }
    return std::sqrt(low * high);
  }
};

}  // namespace talus
