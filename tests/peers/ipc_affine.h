#pragma once

#include <Eigen/Eigenvalues>

#include "base/types.h"

// The maths of one affine body: x = p + Σ Xᵢ aᵢ with the unknowns (p, a₁, a₂, a₃).
namespace talus::peers {

using Vector12 = Eigen::Matrix<double, 12, 1>;
using Matrix12 = Eigen::Matrix<double, 12, 12>;

/// The exact mass matrix ∫ρ (1, X)(1, X)ᵀ is diagonal in blocks, as the centre of mass is the origin.
struct AffineMass {
  double mass = 1;
  Eigen::Matrix3d second = Eigen::Matrix3d::Zero();  // ∫ρ X Xᵀ

  static AffineMass of(double mass, const Eigen::Matrix3d& inertia) {
    return {mass, 0.5 * inertia.trace() * Eigen::Matrix3d::Identity() - inertia};
  }
  Vector12 times(const Vector12& q) const {
    Vector12 result;
    result.head<3>() = mass * q.head<3>();
    const Eigen::Map<const Eigen::Matrix3d> a(q.data() + 3);
    Eigen::Map<Eigen::Matrix3d>(result.data() + 3) = a * second;
    return result;
  }
  void addTo(Matrix12& matrix) const {
    matrix.topLeftCorner<3, 3>().diagonal().array() += mass;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) matrix.block<3, 3>(3 + 3 * i, 3 + 3 * j).diagonal().array() += second(i, j);
  }
};

/// κ V ‖AᵀA − 1‖²: Lan et al. (2022). @param stiffness κ V
inline double orthogonalityEnergy(double stiffness, const Eigen::Matrix3d& a) {
  return stiffness * (a.transpose() * a - Eigen::Matrix3d::Identity()).squaredNorm();
}

inline Eigen::Matrix3d orthogonalityGradient(double stiffness, const Eigen::Matrix3d& a) {
  return 4 * stiffness * a * (a.transpose() * a - Eigen::Matrix3d::Identity());
}

/// Projected to a positive semi-definite matrix.
inline Eigen::Matrix<double, 9, 9> orthogonalityHessian(double stiffness, const Eigen::Matrix3d& a) {
  const Eigen::Matrix3d excess = a.transpose() * a - Eigen::Matrix3d::Identity();
  const Eigen::Matrix3d square = a * a.transpose();
  Eigen::Matrix<double, 9, 9> h;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      Eigen::Matrix3d block = a.col(k) * a.col(i).transpose();
      block.diagonal().array() += excess(i, k);
      if (i == k) block += square;
      h.block<3, 3>(3 * i, 3 * k) = 4 * stiffness * block;
    }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 9, 9>> split(h);
  if (split.eigenvalues()(0) >= 0) return h;
  return split.eigenvectors() * split.eigenvalues().cwiseMax(0).asDiagonal() *
         split.eigenvectors().transpose();
}

}  // namespace talus::peers
