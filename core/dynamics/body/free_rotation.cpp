#include "dynamics/body/free_rotation.h"

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
  top.turn<2>(dt / 2);
  top.turn<1>(dt / 2);
  top.turn<0>(dt);
  top.turn<1>(dt / 2);
  top.turn<2>(dt / 2);
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
