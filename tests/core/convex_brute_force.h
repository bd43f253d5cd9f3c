#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "base/pose.h"
#include "geometry/convex/convex_body.h"
#include "shapes.h"

/// Two convex bodies compared feature by feature in extended precision, and bodies and poses to compare.
namespace talus::brute {

using Real = long double;
using Vec = Eigen::Matrix<Real, 3, 1>;

inline std::vector<Vec> placed(const ConvexBody& body, const Pose& pose, const Vec3& origin) {
  std::vector<Vec> points;
  const Vec shift = pose.position.cast<Real>() - origin.cast<Real>();
  for (const Vec3& v : body.vertices())
    points.push_back(pose.rotation.cast<Real>() * ((v + body.centre()).cast<Real>() * Real(pose.scale)) +
                     shift);
  return points;
}

inline Real segmentDistance(const Vec& p, const Vec& q, const Vec& r, const Vec& s) {
  const auto toSegment = [](const Vec& x, const Vec& u, const Vec& v) {
    const Vec d = v - u;
    const Real t = std::clamp((x - u).dot(d) / d.squaredNorm(), Real(0), Real(1));
    return (x - u - t * d).norm();
  };
  Real least = std::min({toSegment(p, r, s), toSegment(q, r, s), toSegment(r, p, q), toSegment(s, p, q)});
  const Vec u = q - p, v = s - r, c = u.cross(v);
  if (c.norm() > 1e-12L * u.norm() * v.norm()) {
    const Real i = (r - p).cross(v).dot(c) / c.squaredNorm(), j = (r - p).cross(u).dot(c) / c.squaredNorm();
    if (i > 0 && i < 1 && j > 0 && j < 1) least = std::min(least, std::abs((r - p).dot(c)) / c.norm());
  }
  return least;
}

/// All features of A against all of B: O(features²).
class Pair {
 public:
  Pair(const ConvexBody& a, const Pose& poseA, const ConvexBody& b, const Pose& poseB)
      : bodies_{&a, &b}, points_{placed(a, poseA, poseA.position), placed(b, poseB, poseA.position)} {}

  /// Positive: the distance. Negative: the least translation that parts the bodies.
  Real signedDistance() const {
    const Real depth = leastDepth();
    return depth > 0 ? -depth : distance();
  }
  /// How far B must move along a direction until the bodies only touch.
  Real depthAlong(const Vec& direction) const {
    Real most = -std::numeric_limits<Real>::infinity(), least = -most;
    for (const Vec& p : points_[0]) most = std::max(most, p.dot(direction));
    for (const Vec& p : points_[1]) least = std::min(least, p.dot(direction));
    return (most - least) / direction.norm();
  }

  /// Of bodies that are apart: the nearest of all pairs of features.
  Real distance() const {
    Real least = std::numeric_limits<Real>::infinity();
    for (const auto& e : bodies_[0]->edges())
      for (const auto& g : bodies_[1]->edges())
        least = std::min(least, segmentDistance(corner(0, e.vertex[0]), corner(0, e.vertex[1]),
                                                corner(1, g.vertex[0]), corner(1, g.vertex[1])));
    return std::min({least, toFaces(0), toFaces(1)});
  }

 private:
  const Vec& corner(int body, Index v) const { return points_[body][static_cast<std::size_t>(v)]; }

  Vec normal(int body, Index f) const {
    const auto sides = bodies_[body]->sides(f);
    Vec area = Vec::Zero();
    for (std::size_t i = 1; i + 1 < sides.size(); ++i)
      area += (corner(body, sides[i].vertex) - corner(body, sides[0].vertex))
                  .cross(corner(body, sides[i + 1].vertex) - corner(body, sides[0].vertex));
    return area.normalized();
  }

  Real leastDepth() const {
    Real least = std::numeric_limits<Real>::infinity();
    for (Index f = 0; f < Index(bodies_[0]->faces().size()); ++f)
      least = std::min(least, depthAlong(normal(0, f)));
    for (Index f = 0; f < Index(bodies_[1]->faces().size()); ++f)
      least = std::min(least, depthAlong(-normal(1, f)));
    for (const auto& e : bodies_[0]->edges())
      for (const auto& g : bodies_[1]->edges()) {
        const Vec u = (corner(0, e.vertex[1]) - corner(0, e.vertex[0])).normalized();
        const Vec v = (corner(1, g.vertex[1]) - corner(1, g.vertex[0])).normalized();
        const Vec c = u.cross(v);
        if (c.norm() < 1e-9L) continue;  // a face does as well
        least = std::min({least, depthAlong(c), depthAlong(-c)});
      }
    return least;
  }

  // The vertices of the other body that lie over a face of this one.
  Real toFaces(int body) const {
    Real least = std::numeric_limits<Real>::infinity();
    for (Index f = 0; f < Index(bodies_[body]->faces().size()); ++f) {
      const Vec n = normal(body, f);
      const auto sides = bodies_[body]->sides(f);
      for (const Vec& p : points_[1 - body]) {
        const Real height = n.dot(p - corner(body, sides[0].vertex));
        bool over = height > -1e-15L;  // or touches it
        for (std::size_t i = 0; i < sides.size() && over; ++i) {
          const Vec& q = corner(body, sides[i].vertex);
          const Vec& r = corner(body, sides[(i + 1) % sides.size()].vertex);
          over = (r - q).cross(n).dot(p - q) <= 0;
        }
        if (over) least = std::min(least, std::max(height, Real(0)));
      }
    }
    return least;
  }

  std::array<const ConvexBody*, 2> bodies_;
  std::array<std::vector<Vec>, 2> points_;
};

// ---- Bodies and poses ----

/// Random numbers that are the same everywhere.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
  }
  int below(int count) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(count)); }
  Vec3 inCube() { return {between(-1, 1), between(-1, 1), between(-1, 1)}; }
  Vec3 direction() {
    Vec3 v = inCube();
    while (v.norm() > 1 || v.norm() < 0.1) v = inCube();
    return v.normalized();
  }
  Eigen::Matrix3d rotation() {
    const Vec3 axis = direction();
    return Eigen::AngleAxisd(between(0, 6.3), axis).toRotationMatrix();
  }

 private:
  std::mt19937_64 engine_;
};

inline TriangleMesh stretched(TriangleMesh mesh, const Vec3& factor) {
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) {
    mesh.x[i] *= factor.x();
    mesh.y[i] *= factor.y();
    mesh.z[i] *= factor.z();
  }
  return mesh;
}

/// The hull of n random points on an ellipsoid: every triple is tried.
inline TriangleMesh grain(Dice& dice, int n, const Vec3& axes) {
  TriangleMesh mesh;
  for (int i = 0; i < n; ++i) mesh.addPoint(dice.direction().cwiseProduct(axes));
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      for (Index k = 0; k < n; ++k) {
        if (i > j || i > k || j == k || i == j || i == k) continue;
        const Vec3 a = mesh.point(i), normal = (mesh.point(j) - a).cross(mesh.point(k) - a);
        bool outer = true;
        for (Index l = 0; l < n && outer; ++l)
          outer = l == i || l == j || l == k || normal.dot(mesh.point(l) - a) < 0;
        if (outer) mesh.addTriangle(i, j, k);
      }
  return mesh;
}

}  // namespace talus::brute
