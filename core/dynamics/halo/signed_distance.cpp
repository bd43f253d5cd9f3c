#include "dynamics/halo/signed_distance.h"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

double angleBetween(const Vec3& u, const Vec3& v) {
  return std::atan2(u.cross(v).norm(), u.dot(v));
}

std::vector<Index> properTriangles(const TriangleMesh& mesh) {
  std::vector<Index> numbers;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    if ((b - a).cross(c - a).squaredNorm() > 0) numbers.push_back(static_cast<Index>(t));
  }
  return numbers;
}

std::vector<SurfaceDistance::Corners> cornersOf(const TriangleMesh& mesh,
                                                const std::vector<Index>& triangles) {
  std::vector<SurfaceDistance::Corners> corners;
  corners.reserve(triangles.size());
  for (const Index t : triangles) corners.push_back(mesh.corners(static_cast<std::size_t>(t)));
  return corners;
}

}  // namespace

SignedDistance::SignedDistance(const SurfaceCells& cells)
    : cells_(cells),
      vertexNormal_(cells.mesh().pointCount(), Vec3::Zero()),
      edgeNormal_(cells.edges().size(), Vec3::Zero()),
      faceNormal_(cells.mesh().triangleCount(), Vec3::Zero()),
      properTriangles_(talus::properTriangles(cells.mesh())),
      distance_(cornersOf(cells.mesh(), properTriangles_)) {
  for (const Index t : properTriangles_) addTriangle(t);
  for (std::size_t e = 0; e < edgeNormal_.size(); ++e) {
    const SurfaceCells::Edge& edge = cells.edges()[e];
    edgeNormal_[e] = faceNormal(edge.left) + faceNormal(edge.right);
  }
  const auto triangles = static_cast<Index>(faceNormal_.size());
  corners_.reserve(faceNormal_.size());
  leastCosine_.reserve(faceNormal_.size());
  for (Index t = 0; t < triangles; ++t) corners_.push_back(cells.mesh().corners(static_cast<std::size_t>(t)));
  for (Index t = 0; t < triangles; ++t) leastCosine_.push_back(leastCosine(t));
}

void SignedDistance::addTriangle(Index t) {
  const auto n = static_cast<std::size_t>(t);
  const auto p = cells_.mesh().corners(n);
  const auto corners = cells_.mesh().triangle(n);
  faceNormal_[n] = (p[1] - p[0]).cross(p[2] - p[0]).normalized();
  for (std::size_t i = 0; i < 3; ++i)
    vertexNormal_[static_cast<std::size_t>(corners[i])] +=
        angleBetween(p[(i + 1) % 3] - p[i], p[(i + 2) % 3] - p[i]) * faceNormal_[n];
}

double SignedDistance::leastCosine(Index t) const {
  const Vec3& normal = faceNormal_[static_cast<std::size_t>(t)];
  double least = 1;
  for (const Index v : cells_.mesh().triangle(static_cast<std::size_t>(t)))
    for (const Index e : cells_.edgesAt(v)) {
      const SurfaceCells::Edge& edge = cells_.edges()[static_cast<std::size_t>(e)];
      const Index other = edge.from == v ? edge.left : edge.right;  // each triangle around v once
      least = std::min(least, normal.dot(faceNormal_[static_cast<std::size_t>(other)]));
    }
  return std::max(0.0, least);
}

// The regions of a triangle as in Ericson, Real-Time Collision Detection (2005), section 5.1.5.
SurfaceFoot SignedDistance::footOn(Index triangle, const Vec3& x) const {
  const auto& [a, b, c] = corners_[static_cast<std::size_t>(triangle)];
  const auto foot = [&x](const Vec3& p, int part) { return SurfaceFoot{p, part, (x - p).squaredNorm()}; };
  const Vec3 ab = b - a, ac = c - a, ax = x - a;
  const double d1 = ab.dot(ax), d2 = ac.dot(ax);
  if (d1 <= 0 && d2 <= 0) return foot(a, 0);
  const Vec3 bx = x - b;
  const double d3 = ab.dot(bx), d4 = ac.dot(bx);
  if (d3 >= 0 && d4 <= d3) return foot(b, 1);
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return foot(a + d1 / (d1 - d3) * ab, 3);
  const Vec3 cx = x - c;
  const double d5 = ab.dot(cx), d6 = ac.dot(cx);
  if (d6 >= 0 && d5 <= d6) return foot(c, 2);
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return foot(a + d2 / (d2 - d6) * ac, 5);
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
    return foot(b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b), 4);
  const double sum = va + vb + vc;
  return foot(a + (vb / sum) * ab + (vc / sum) * ac, 6);
}

Index SignedDistance::edgeOf(Index triangle, int part) const {
  const auto corners = cells_.mesh().triangle(static_cast<std::size_t>(triangle));
  const Index from = corners[static_cast<std::size_t>(part - 3)],
              to = corners[static_cast<std::size_t>((part - 2) % 3)];
  const auto& edges = cells_.edgesOf(triangle);
  return *std::find_if(edges.begin(), edges.end() - 1, [&](Index e) {
    const SurfaceCells::Edge& edge = cells_.edges()[static_cast<std::size_t>(e)];
    return (edge.from == from && edge.to == to) || (edge.from == to && edge.to == from);
  });
}

Vec3 SignedDistance::pseudoNormal(Index triangle, int part) const {
  const auto t = static_cast<std::size_t>(triangle);
  if (part == 6) return faceNormal_[t];
  const auto corners = cells_.mesh().triangle(t);
  if (part < 3) return vertexNormal_[static_cast<std::size_t>(corners[static_cast<std::size_t>(part)])];
  return edgeNormal_[static_cast<std::size_t>(edgeOf(triangle, part))];
}

SurfaceGap SignedDistance::gapAt(Index triangle, const SurfaceFoot& foot, const Vec3& x) const {
  const Vec3 away = x - foot.point;
  const double distance = away.norm();
  const Vec3 pseudo = pseudoNormal(triangle, foot.part);
  const double along = pseudo.dot(away), size = pseudo.norm() * distance;
  if (size == 0)
    return {0, size == 0 && pseudo.norm() > 0 ? Vec3(pseudo.normalized())
                                              : faceNormal_[static_cast<std::size_t>(triangle)]};
  constexpr double nearlyAcross = 1e-6;
  const bool outside = std::abs(along) > nearlyAcross * size ? along > 0 : !cells_.holds(x);
  const Vec3 direction = away / distance;
  return outside ? SurfaceGap{distance, direction} : SurfaceGap{-distance, -direction};
}

SurfaceGap SignedDistance::gapOf(const Vec3& x) const {
  const Index triangle = properTriangles_[static_cast<std::size_t>(distance_.nearest(x).triangle)];
  return gapAt(triangle, footOn(triangle, x), x);
}

}  // namespace talus
