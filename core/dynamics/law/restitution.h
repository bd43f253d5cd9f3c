#pragma once

namespace talus {

/// The coefficient of restitution of a spring and a dashpot in parallel without attraction: the contact ends
/// when the force vanishes, before the spring has its full length again.
///
/// The spring's force grows as depth^n, and the dashpot has c = 2 ζ √(k m) with the current stiffness k: so
/// the result does not depend on the speed. n = 1: linear, closed form (Schwager and Pöschel,
/// "Coefficient of restitution and linear-dashpot model revisited", Granular Matter 9 (2007), equation (20),
/// written with atan2); n = 3/2: Hertz; n = 2: an elastic foundation under a sphere. n ≠ 1 is integrated,
/// with an error of about 1e-5, in 50 µs.
/// @param dampingRatio ζ ≥ 0. @param exponent n, 1 … 3. @return 1 for ζ = 0, falling to 0.
double restitutionOf(double dampingRatio, double exponent = 1);

/// The damping ratio that gives this coefficient of restitution, by bisection.
/// @param restitution 0 … 1. Values below leastRestitution are raised to it: a smaller rebound would need
/// stiffer dashpots and smaller steps.
double dampingRatioOf(double restitution, double exponent = 1);

constexpr double leastRestitution = 0.01;

/// The same for a body on a spring of any potential U with the dashpot of Barrier, whose force on a body of
/// mass m and speed v is 2 ζ √m F v / √(2 U + θ² m v²), with the spring's force F. In the coordinate √(2U)
/// any potential is that of a linear spring: so the restitution depends on ζ alone. θ lets the dashpot set in
/// as smoothly as the spring: with θ = 0 its force begins as the root of F, and a step more or less before
/// that changes the restitution by up to 3 %.
/// @param dampingRatio 0 … 30. O(1), 10 µs; the inverse 0.5 ms. Errors below 1e-5. Source: ours.
double barrierRestitutionOf(double dampingRatio);
double barrierDampingRatioOf(double restitution);

constexpr double barrierOnset = 0.3;  ///< θ

}  // namespace talus
