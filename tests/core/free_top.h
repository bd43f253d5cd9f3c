#pragma once

#include <algorithm>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <cmath>

#include "base/quaternion.h"

/// A free asymmetric top in closed form: Euler's equations by Jacobi's elliptic functions.
namespace talus::dynamics {

/// Principal moments I₁ < I₂ < I₃, energy E and angular momentum M with M² > 2 E I₂: the body turns mostly
/// about its third axis or, near M² = 2 E I₂, flips to and fro about the second (Dzhanibekov's effect).
/// The angular momentum points along z.
/// Source: Landau and Lifshitz, Mechanics, section 37. Precession by quadrature of φ' =
/// M (I₁ω₁² + I₂ω₂²) / (I₁²ω₁² + I₂²ω₂²).
class ExactFreeTop {
 public:
  ExactFreeTop(const Vec3& moments, double energy, double momentum) : i_(moments), momentum_(momentum) {
    const double m2 = momentum * momentum, low = 2 * energy * i_[2] - m2, high = m2 - 2 * energy * i_[0];
    peak_ = {std::sqrt(low / (i_[0] * (i_[2] - i_[0]))), std::sqrt(low / (i_[1] * (i_[2] - i_[1]))),
             std::sqrt(high / (i_[2] * (i_[2] - i_[0])))};
    rate_ = std::sqrt((i_[2] - i_[1]) * high / (i_[0] * i_[1] * i_[2]));
    modulus_ = std::sqrt((i_[1] - i_[0]) * low / ((i_[2] - i_[1]) * high));
  }

  /// Along the principal axes, rad/s.
  Vec3 angularVelocity(double time) const {
    double cn = 0, dn = 0;
    const double sn = boost::math::jacobi_elliptic(modulus_, rate_ * time, &cn, &dn);
    return {peak_[0] * cn, peak_[1] * sn, peak_[2] * dn};
  }

  /// From the principal axes to the world.
  Quaternion orientation(double time) const {
    const Vec3 l = i_.cwiseProduct(angularVelocity(time)) / momentum_;
    const double tilt = std::atan2(std::hypot(l[0], l[1]), l[2]), spin = std::atan2(l[0], l[1]);
    return rotationBy({0, 0, precession(time)}) * rotationBy({tilt, 0, 0}) * rotationBy({0, 0, spin});
  }

 private:
  double precession(double time) const {
    const auto speed = [this](double t) {
      const Vec3 omega = angularVelocity(t);
      const double a = i_[0] * omega[0] * omega[0], b = i_[1] * omega[1] * omega[1];
      return momentum_ * (a + b) / (i_[0] * a + i_[1] * b);
    };
    // A panel a second is below a quarter of the period: to rounding.
    double angle = 0;
    const int panels = std::max(1, static_cast<int>(std::ceil(time)));
    for (int p = 0; p < panels; ++p)
      angle += boost::math::quadrature::gauss_kronrod<double, 61>::integrate(speed, time * p / panels,
                                                                             time * (p + 1) / panels, 0);
    return angle;
  }

  Vec3 i_, peak_;
  double momentum_, rate_, modulus_;
};

}  // namespace talus::dynamics
