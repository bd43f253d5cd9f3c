#pragma once

namespace talus {

/// A spring whose force is limited, the derivative of
///
///   D = ½ k u² where k u ≤ f, otherwise f u − f²/(2 k)
///
/// with stiffness k > 0, limit f ≥ 0, and shift u ≥ 0. For rolling, u is an angle and f a moment.
struct LimitedSpring {
  double stiffness = 0, limit = 0;

  /// Force over shift: the stiffness, or less if the spring slips.
  double secant(double shift) const { return stiffness * shift > limit ? limit / shift : stiffness; }
  /// D, J.
  double energy(double shift) const {
    return stiffness * shift > limit ? limit * (shift - 0.5 * limit / stiffness)
                                     : 0.5 * stiffness * shift * shift;
  }
};

}  // namespace talus
