#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "geometry/mesh/triangle_mesh.h"

/// Mass properties by plain sums about a corner of the mesh in quadruple precision (113 bits): the reference
/// for massProperties().
namespace talus::quad {

using Real = boost::multiprecision::cpp_bin_float_quad;
using Vector = std::array<Real, 3>;

struct Body {
  double volume;
  Vec3 centroid;
  Eigen::Matrix3d inertia;  ///< about the centroid, for density 1
};

inline Vector difference(const Vec3& p, const Vec3& q) {
  return {Real(p.x()) - Real(q.x()), Real(p.y()) - Real(q.y()), Real(p.z()) - Real(q.z())};
}

inline Real determinant(const Vector& a, const Vector& b, const Vector& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
         a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/// @param mesh closed and oriented; counted as it faces.
inline Body body(const TriangleMesh& mesh) {
  const Vec3 origin = mesh.point(mesh.a[0]);
  Real volume = 0;
  Vector first{};
  std::array<Vector, 3> second{};
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [p, q, r] = mesh.corners(t);
    const Vector a = difference(p, origin), b = difference(q, origin), c = difference(r, origin);
    const Real six = determinant(a, b, c);
    volume += six / 6;
    for (std::size_t i = 0; i < 3; ++i) {
      first[i] += six * (a[i] + b[i] + c[i]) / 24;
      for (std::size_t j = 0; j < 3; ++j)
        second[i][j] +=
            six * ((a[i] + b[i] + c[i]) * (a[j] + b[j] + c[j]) + a[i] * a[j] + b[i] * b[j] + c[i] * c[j]) /
            120;
    }
  }
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) second[i][j] -= first[i] * first[j] / volume;
  const Real trace = second[0][0] + second[1][1] + second[2][2];
  Body body{static_cast<double>(volume), {}, {}};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    body.centroid[row] = static_cast<double>(Real(origin[row]) + first[i] / volume);
    for (std::size_t j = 0; j < 3; ++j)
      body.inertia(row, static_cast<Eigen::Index>(j)) =
          static_cast<double>((i == j ? trace : Real(0)) - second[i][j]);
  }
  return body;
}

}  // namespace talus::quad
