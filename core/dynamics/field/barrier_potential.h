#pragma once

namespace talus {

/// The potential of Barrier at a gap and its derivatives, per foundation stiffness and area.
struct BarrierPressure {
  double energy = 0;     ///< m²
  double force = 0;      ///< minus the derivative of the energy by the gap, m
  double stiffness = 0;  ///< minus the derivative of the force by the gap
};

/// B(gap) of BarrierLaw.
/// @param gap positive. @param reach positive. @param range ≥ reach.
inline BarrierPressure barrierAt(double gap, double reach, double range) {
  const double x = gap / reach, u = 1 - x, square = 1 / (x * x);
  return {range * reach * u * u * u * square, range * u * u * (2 + x) * square / x,
          6 * range / reach * u * square * square};
}

}  // namespace talus
