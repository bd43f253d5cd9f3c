#pragma once

#include <cstring>

#include "base/types.h"

namespace talus {

/// u × v, the same bits as Eigen's u.cross(v), for loops over contacts where sums follow. Eigen writes the
/// coordinates one by one and then reads the first two as a pair, for which processors wait until both have
/// left the store buffer. Here they are written as a pair.
inline Vec3 cross(const Vec3& u, const Vec3& v) {
  using Pair = double __attribute__((vector_size(2 * sizeof(double))));
  const Pair first{u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2]};
  Vec3 result;
  std::memcpy(result.data(), &first, sizeof first);
  result[2] = u[0] * v[1] - u[1] * v[0];
  return result;
}

/// The matrix M with M·w = v × w.
inline Eigen::Matrix3d crossMatrix(const Vec3& v) {
  Eigen::Matrix3d matrix;
  matrix << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return matrix;
}

}  // namespace talus
