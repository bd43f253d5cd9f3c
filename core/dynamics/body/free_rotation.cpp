#include "dynamics/body/free_rotation.h"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

/// A free body in the frame of its principal axes.
class FreeTop {
 public:
  FreeTop(const BodyInertia& inertia, std::size_t i, const Quaternion& orientation,
          const Vec3& angularMomentum)
      : axes_(inertia.axes(i)),
        moments_(inertia.moments(i)),
        orientation_(orientation * axes_),
        momentum_(orientation_.conjugate().rotate(angularMomentum)) {}

  /// Rotates about the principal axis K at the angular velocity L_K / I_K, which does not change.
  template <int K>
  void turn(double dt) {
    constexpr int i = (K + 1) % 3, j = (K + 2) % 3;
    const double half = 0.5 * dt * momentum_[K] / moments_[K];
    const double c = std::cos(half), s = std::sin(half);
    turnOrientation<K>(c, s);
    const double cosine = c * c - s * s, sine = 2 * s * c;
    const double a = momentum_[i], b = momentum_[j];
    momentum_[i] = cosine * a + sine * b;
    momentum_[j] = cosine * b - sine * a;
  }

  /// The symmetric splitting of order 2.
  void turn(double dt) {
    turn<2>(dt / 2);
    turn<1>(dt / 2);
    turn<0>(dt);
    turn<1>(dt / 2);
    turn<2>(dt / 2);
  }

  Quaternion orientation() const { return (orientation_ * axes_.conjugate()).normalised(); }

 private:
  /// orientation · (c, s along axis K).
  template <int K>
  void turnOrientation(double c, double s) {
    const Quaternion q = orientation_;
    if constexpr (K == 0)
      orientation_ = {c * q.w - s * q.x, c * q.x + s * q.w, c * q.y + s * q.z, c * q.z - s * q.y};
    else if constexpr (K == 1)
      orientation_ = {c * q.w - s * q.y, c * q.x - s * q.z, c * q.y + s * q.w, c * q.z + s * q.x};
    else
      orientation_ = {c * q.w - s * q.z, c * q.x + s * q.y, c * q.y - s * q.x, c * q.z + s * q.w};
  }

  Quaternion axes_;
  Vec3 moments_;
  Quaternion orientation_;  ///< from the principal axes to the world
  Vec3 momentum_;           ///< along the principal axes
};

}  // namespace

Quaternion rotateFreely(const BodyInertia& inertia, std::size_t i, const Quaternion& orientation,
                        const Vec3& angularMomentum, double dt) {
  FreeTop top(inertia, i, orientation, angularMomentum);
  top.turn(dt);
  return top.orientation();
}

Quaternion rotateFreelyFar(const BodyInertia& inertia, std::size_t i, const Quaternion& orientation,
                           const Vec3& angularMomentum, double dt) {
  constexpr double angle = 0.05, most = 1000;
  constexpr double first = 0.39216144400731413928, second = 0.33259913678935943860,
                   third = -0.70624617255763935981, fourth = 0.08221359629355080023;
  constexpr double fifth = 1 - 2 * (first + second + third + fourth);
  constexpr double stages[] = {first, second, third, fourth, fifth, fourth, third, second, first};
  const double rate = inertia.angularVelocity(i, orientation, angularMomentum).norm();
  const double parts = std::clamp(std::ceil(std::abs(dt) * rate / angle), 1.0, most);
  FreeTop top(inertia, i, orientation, angularMomentum);
  for (int n = 0; n < static_cast<int>(parts); ++n)
    for (const double stage : stages) top.turn(stage * dt / parts);
  return top.orientation();
}

Quaternion rotateFreelyOnce(const BodyInertia& inertia, std::size_t i, const Quaternion& orientation,
                            const Vec3& angularMomentum, double dt) {
  FreeTop top(inertia, i, orientation, angularMomentum);
  top.turn<2>(dt);
  top.turn<1>(dt);
  top.turn<0>(dt);
  return top.orientation();
}

}  // namespace talus
