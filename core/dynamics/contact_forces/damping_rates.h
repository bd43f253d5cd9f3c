#pragma once

#include <span>
#include <vector>

#include "dynamics/contact_forces/pair_forces.h"

namespace talus {

/// Bounds of the rates at which dashpots slow down the motions of each body, 1/s.
///
/// The dashpots of all contacts form a matrix C with the rates as eigenvalues of M⁻¹C, and with bodies as
/// rows and columns. A dashpot between two bodies takes no more power than two between these bodies and the
/// ground: with the effective masses 1/g and 1/g' they are 1 + √(g'/g) and 1 + √(g/g') times as strong. So
/// the greatest rate is that of one body with such dashpots, B = M⁻¹C of which has six rows, and is at most
/// (tr B⁴)^¼.
///
/// Tangential dashpots count, and all ways to turn: a flat face resists tilting less than the sum of its
/// points does.
class DampingRates {
 public:
  /// @param blocks with frequencies and dashpots. @param some of these bodies. O(bodies + contacts).
  DampingRates(std::span<const MovingBody> bodies, std::span<const PairBlock> blocks,
               std::span<const Index> some);

  /// @param body one of `some`.
  double operator[](Index body) const;

 private:
  using Matrix6 = Eigen::Matrix<double, 6, 6>;

  // The dashpots on a body, about its centre of mass.
  struct Dashpots {
    Matrix6 normal = Matrix6::Zero();                  // force and torque by velocity and angular velocity
    double all = 0;                                    // that act in all directions: Σ c
    Vec3 first = Vec3::Zero();                         // Σ c r
    Eigen::Matrix3d second = Eigen::Matrix3d::Zero();  // Σ c r rᵀ

    void add(const Dashpot& dashpot, const Vec3& lever, double times);
    Matrix6 sum() const;
  };

  void add(const Dashpot& dashpot, Index body, double times);

  std::span<const MovingBody> bodies_;
  std::vector<Index> places_;  // of bodies among those asked for; -1: it is none of them
  std::vector<Dashpots> dashpots_;
};

}  // namespace talus
