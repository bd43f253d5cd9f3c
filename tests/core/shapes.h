#pragma once

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <vector>

#include "geometry/mesh/point_merge.h"
#include "geometry/mesh/triangle_mesh.h"
#include "shapes/refined_sphere.h"

/// Bodies with known properties, for tests. Points are merged, triangles face outwards.
namespace talus::shapes {

/// A mesh from point coordinates and triangles.
inline TriangleMesh make(const std::vector<std::array<double, 3>>& points,
                         const std::vector<std::array<Index, 3>>& triangles) {
  TriangleMesh mesh;
  for (const auto& p : points) mesh.addPoint(Vec3(p[0], p[1], p[2]));
  for (const auto& t : triangles) mesh.addTriangle(t[0], t[1], t[2]);
  return mesh;
}

/// The corner tetrahedron of the unit cube: volume 1/6.
inline TriangleMesh tetrahedron() {
  return make({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}});
}

/// Box with n × n squares on each side, two triangles a square: 12 n² triangles.
inline TriangleMesh box(const Vec3& low, const Vec3& high, int n = 1) {
  TriangleMesh soup;
  const Vec3 size = high - low;
  const auto point = [&](int axis, double end, int i, int j) {
    Vec3 p;
    p[axis] = end;
    p[(axis + 1) % 3] = double(i) / n;
    p[(axis + 2) % 3] = double(j) / n;
    return soup.addPoint(low + p.cwiseProduct(size));
  };
  for (int axis = 0; axis < 3; ++axis)
    for (const double end : {0.0, 1.0})
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          const std::array<Index, 4> q{point(axis, end, i, j), point(axis, end, i + 1, j),
                                       point(axis, end, i + 1, j + 1), point(axis, end, i, j + 1)};
          const std::size_t s = end > 0 ? 1 : 3;  // which way round
          soup.addTriangle(q[0], q[s], q[2]);
          soup.addTriangle(q[0], q[2], q[4 - s]);
        }
  return mergeDuplicatePoints(soup).mesh;
}

inline TriangleMesh unitBox(int n = 1) {
  return box(Vec3::Zero(), Vec3::Ones(), n);
}

/// A box without its lid: 10 n² triangles, 4 n boundary edges.
inline TriangleMesh openBox(int n = 1) {
  TriangleMesh mesh = unitBox(n);
  const std::size_t kept =
      mesh.triangleCount() - 2 * static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  mesh.a.resize(kept);
  mesh.b.resize(kept);
  mesh.c.resize(kept);
  return mesh;
}

using talus::refined;

/// Unit sphere: an octahedron refined `levels` times, points pushed onto the sphere. 8 · 4^levels triangles.
inline TriangleMesh sphere(int levels) {
  Context context;
  return makeSphere({.placement = {.size = 2}, .levels = levels}, context);
}

inline TriangleMesh octahedron() {
  return sphere(0);
}

/// A square of n × n squares in the plane z = 0 about the origin, facing up: 2 n² triangles.
inline TriangleMesh square(int n, double edge) {
  TriangleMesh mesh;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) mesh.addPoint(edge * Vec3(double(i) / n - 0.5, double(j) / n - 0.5, 0));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const Index corner = i * (n + 1) + j;
      mesh.addTriangle(corner, corner + n + 1, corner + n + 2);
      mesh.addTriangle(corner, corner + n + 2, corner + 1);
    }
  return mesh;
}

/// The same as a closed body: the lid of a pyramid whose tip points down. 2 n² + 4 n triangles.
inline TriangleMesh groundBody(int n, double edge) {
  TriangleMesh mesh = square(n, edge);
  const Index tip = mesh.addPoint(Vec3(0, 0, -edge));
  const auto at = [n](int i, int j) { return static_cast<Index>(i * (n + 1) + j); };
  for (int k = 0; k < n; ++k) {
    mesh.addTriangle(at(k + 1, 0), at(k, 0), tip);
    mesh.addTriangle(at(k, n), at(k + 1, n), tip);
    mesh.addTriangle(at(0, k), at(0, k + 1), tip);
    mesh.addTriangle(at(n, k + 1), at(n, k), tip);
  }
  return mesh;
}

/// Torus about z with 2 · around · along triangles.
inline TriangleMesh torus(double radius, double tube, int along, int around) {
  TriangleMesh mesh;
  for (int i = 0; i < along; ++i)
    for (int j = 0; j < around; ++j) {
      const double u = 2 * std::numbers::pi * i / along;
      const double v = 2 * std::numbers::pi * j / around;
      const double r = radius + tube * std::cos(v);
      mesh.addPoint(Vec3(r * std::cos(u), r * std::sin(u), tube * std::sin(v)));
    }
  const auto id = [&](int i, int j) { return (i % along) * around + j % around; };
  for (int i = 0; i < along; ++i)
    for (int j = 0; j < around; ++j) {
      mesh.addTriangle(id(i, j), id(i + 1, j), id(i + 1, j + 1));
      mesh.addTriangle(id(i, j), id(i + 1, j + 1), id(i, j + 1));
    }
  return mesh;
}

/// Two closed slabs in the unit cube, `gap` apart about z = 1/2.
inline TriangleMesh slabs(double gap) {
  TriangleMesh mesh = box(Vec3(0, 0, 0), Vec3(1, 1, 0.5 - gap / 2));
  mesh.append(box(Vec3(0, 0, 0.5 + gap / 2), Vec3(1, 1, 1)));
  return mesh;
}

/// A Moebius strip of n quads (n ≥ 3): open and not orientable, 2 n triangles, 2 n boundary edges.
inline TriangleMesh moebius(int n) {
  TriangleMesh mesh;
  for (int i = 0; i < n; ++i)
    for (const double side : {-0.3, 0.3}) {
      const double u = 2 * std::numbers::pi * i / n;
      const double r = 1 + side * std::cos(u / 2);
      mesh.addPoint(Vec3(r * std::cos(u), r * std::sin(u), side * std::sin(u / 2)));
    }
  for (int i = 0; i < n; ++i) {
    const bool last = i == n - 1;
    const Index low = 2 * i, high = low + 1;
    const Index nextLow = last ? 1 : low + 2, nextHigh = last ? 0 : low + 3;
    mesh.addTriangle(low, nextLow, nextHigh);
    mesh.addTriangle(low, nextHigh, high);
  }
  return mesh;
}

/// Every triangle in four.
inline TriangleMesh divided(const TriangleMesh& mesh) {
  TriangleMesh fine = mesh;
  fine.a.clear(), fine.b.clear(), fine.c.clear();
  std::map<std::pair<Index, Index>, Index> middles;
  const auto middle = [&](Index i, Index j) {
    const auto [place, isNew] = middles.try_emplace(std::minmax(i, j), 0);
    if (isNew) place->second = fine.addPoint(0.5 * (mesh.point(i) + mesh.point(j)));
    return place->second;
  };
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.triangle(t);
    const Index ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    fine.addTriangle(a, ab, ca);
    fine.addTriangle(b, bc, ab);
    fine.addTriangle(c, ca, bc);
    fine.addTriangle(ab, bc, ca);
  }
  return fine;
}

/// The same triangles in another order: triangle t of the result is order[t] of the source.
inline TriangleMesh reordered(const TriangleMesh& mesh, const std::vector<std::size_t>& order) {
  TriangleMesh result = mesh;
  for (std::size_t t = 0; t < order.size(); ++t) {
    result.a[t] = mesh.a[order[t]];
    result.b[t] = mesh.b[order[t]];
    result.c[t] = mesh.c[order[t]];
  }
  return result;
}

inline void flip(TriangleMesh& mesh, std::size_t t) {
  std::swap(mesh.b[t], mesh.c[t]);
}

/// The mesh turned about the origin.
inline TriangleMesh turned(TriangleMesh mesh, const Eigen::Matrix3d& rotation) {
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) {
    const Vec3 p = rotation * mesh.point(static_cast<Index>(i));
    mesh.x[i] = p.x(), mesh.y[i] = p.y(), mesh.z[i] = p.z();
  }
  return mesh;
}

/// p ↦ p · scale + shift, coordinate by coordinate.
inline TriangleMesh moved(TriangleMesh mesh, double scale, const Vec3& shift) {
  for (double& v : mesh.x) v = v * scale + shift.x();
  for (double& v : mesh.y) v = v * scale + shift.y();
  for (double& v : mesh.z) v = v * scale + shift.z();
  return mesh;
}

}  // namespace talus::shapes
