#pragma once

#include "base/types.h"

namespace talus {

/// A symmetric tensor as T = axes · diag(moments) · axesᵀ.
struct PrincipalAxes {
  Vec3 moments;          ///< in ascending order
  Eigen::Matrix3d axes;  ///< columns: unit, orthogonal, right-handed; from principal to T's coordinates
};

/// Principal axes of a symmetric tensor, unique as far as possible:
/// * moments ascend, and the axes form a rotation;
/// * the largest component by magnitude of each of the first two axes is positive (of equally large ones, the
///   first);
/// * moments that differ by less than 1e-12 of the largest do not determine the axes: the axes nearest to the
///   coordinate axes are chosen. For a ball or a cube the result is the identity.
///
/// For slightly larger differences, axes rotate by up to (error of T) / (difference of the moments).
/// @param tensor symmetric and finite. O(1).
PrincipalAxes principalAxes(const Eigen::Matrix3d& tensor);

}  // namespace talus
