#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

#include "geometry/mesh/triangle_mesh.h"
#include "surrogate/surrogate_tree.h"
#include "surrogate/triangle_halo.h"

/// Proofs in rational arithmetic that a surrogate tree covers its mesh.
namespace talus::proof {

using Rational = boost::multiprecision::cpp_rational;
using Point = std::array<Rational, 3>;

inline Point exact(const Vec3& p) {
  return {Rational(p.x()), Rational(p.y()), Rational(p.z())};
}

/// A point of the mesh in the tree's frame, without rounding.
inline Point inFrame(const Vec3& p, const SurrogateFrame& frame) {
  Point result = exact(p);
  const Point origin = exact(frame.origin);
  for (std::size_t k = 0; k < 3; ++k) result[k] = (result[k] - origin[k]) / Rational(frame.unit);
  return result;
}

inline Vec3 toDouble(const Point& p) {
  return {p[0].convert_to<double>(), p[1].convert_to<double>(), p[2].convert_to<double>()};
}

/// Whether |p − q| ≤ reach.
inline bool within(const Point& p, const Point& q, float reach) {
  Rational sum = 0;
  for (std::size_t k = 0; k < 3; ++k) sum += (p[k] - q[k]) * (p[k] - q[k]);
  return sum <= Rational(reach) * Rational(reach);
}

inline std::array<Vec3, 3> corners(const SurrogateGroup& g, std::size_t lane) {
  return {Vec3(g.ax[lane], g.ay[lane], g.az[lane]), Vec3(g.bx[lane], g.by[lane], g.bz[lane]),
          Vec3(g.cx[lane], g.cy[lane], g.cz[lane])};
}

/// Whether the point of a triangle with these weights lies within `reach` of p.
inline bool weightsProve(const std::array<Vec3, 3>& triangle, const std::array<double, 3>& weights,
                         const Point& p, float reach) {
  const std::array<Rational, 3> exactly{Rational(weights[0]), Rational(weights[1]), Rational(weights[2])};
  if (exactly[0] < 0 || exactly[1] < 0 || exactly[2] < 0) return false;
  const Rational sum = exactly[0] + exactly[1] + exactly[2];
  Point point{0, 0, 0};
  for (std::size_t i = 0; i < 3; ++i) {
    const Point corner = exact(triangle[i]);
    for (std::size_t k = 0; k < 3; ++k) point[k] += exactly[i] / sum * corner[k];
  }
  return within(p, point, reach);
}

/// Whether p lies within epsilon of the lane's triangle: some point of it is no farther, the nearest to
/// rounding or a corner.
inline bool haloCovers(const SurrogateGroup& group, std::size_t lane, const Point& p) {
  const std::array<Vec3, 3> triangle = corners(group, lane);
  const float reach = group.epsilon[lane];
  return weightsProve(triangle, TriangleHalo(triangle).weights(toDouble(p)), p, reach) ||
         weightsProve(triangle, {1, 0, 0}, p, reach) || weightsProve(triangle, {0, 1, 0}, p, reach) ||
         weightsProve(triangle, {0, 0, 1}, p, reach);
}

inline bool sphereCovers(const SurrogateGroup& group, std::size_t lane, const Point& p) {
  return within(p, exact({group.sphereX[lane], group.sphereY[lane], group.sphereZ[lane]}),
                group.radius[lane]);
}

/// Number of corners of fine triangles that their own lane or an ancestor's, triangle or sphere, does not
/// cover. The distance to a triangle is convex, so 0 proves that every fine triangle with any halo h lies in
/// the halos h + epsilon of all ancestors.
/// @param stride looks at each stride-th group of leaves only.
inline std::size_t uncoveredCorners(const TriangleMesh& mesh, const SurrogateTree& tree,
                                    std::size_t stride = 1) {
  std::size_t uncovered = 0, leaves = 0;
  const auto groups = tree.groups();
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (!groups[g].leaf || leaves++ % stride != 0) continue;
    for (std::size_t lane = 0; lane < groups[g].count; ++lane)
      for (const Vec3& corner : mesh.corners(static_cast<std::size_t>(groups[g].child[lane]))) {
        const Point p = inFrame(corner, tree.frame());
        std::size_t at = g, atLane = lane;
        while (true) {
          const SurrogateGroup& group = groups[at];
          if (!haloCovers(group, atLane, p) || !sphereCovers(group, atLane, p)) ++uncovered;
          if (group.parent < 0) break;
          at = static_cast<std::size_t>(group.parent);
          atLane = group.parentLane;
        }
      }
  }
  return uncovered;
}

}  // namespace talus::proof
