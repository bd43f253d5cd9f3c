#include "dynamics/halo/surface_halo.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "dynamics/halo/halo_area.h"

namespace talus {

namespace {

double angleBetween(const Vec3& u, const Vec3& v) {
  return std::atan2(u.cross(v).norm(), u.dot(v));
}

// The parts of a triangle's area that belong to its corners.
std::array<double, 3> sharesOf(const std::array<Vec3, 3>& p, double area) {
  std::array<double, 3> cosine, share{};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 u = p[(i + 1) % 3] - p[i], v = p[(i + 2) % 3] - p[i];
    cosine[i] = u.dot(v);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    if (cosine[i] >= 0) continue;
    share.fill(area / 4);  // obtuse here
    share[i] = area / 2;
    return share;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    // |ij|² cot(k) + |ik|² cot(j), with cot = u·v / |u × v|.
    share[i] =
        ((p[j] - p[i]).squaredNorm() * cosine[k] + (p[k] - p[i]).squaredNorm() * cosine[j]) / (16 * area);
  }
  return share;
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

SurfaceHalo::SurfaceHalo(const SurfaceCells& cells)
    : cells_(cells),
      vertexArea_(cells.mesh().pointCount(), 0.0),
      represented_(cells.mesh().triangleCount()),
      vertexNormal_(cells.mesh().pointCount(), Vec3::Zero()),
      edgeNormal_(cells.edges().size(), Vec3::Zero()),
      faceNormal_(cells.mesh().triangleCount(), Vec3::Zero()),
      edges_(cells.edges().size()),
      properTriangles_(properTriangles(cells.mesh())),
      distance_(cornersOf(cells.mesh(), properTriangles_)) {
  for (const Index t : properTriangles_) addTriangle(t);
  for (std::size_t e = 0; e < edges_.size(); ++e) addEdge(e);
  const auto triangles = static_cast<Index>(faceNormal_.size());
  std::vector<char> taken(cells.mesh().pointCount(), 0);
  corners_.reserve(represented_.size());
  for (Index t = 0; t < triangles; ++t)
    if (isDegenerate(t)) mergeEdges(cells.edgesOf(t));
  for (Index t = 0; t < triangles; ++t) represent(t, taken);
  leastCosine_.reserve(represented_.size());
  for (Index t = 0; t < triangles; ++t) leastCosine_.push_back(leastCosine(t));
}

double SurfaceHalo::leastCosine(Index t) const {
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

void SurfaceHalo::addTriangle(Index t) {
  const auto n = static_cast<std::size_t>(t);
  const auto p = cells_.mesh().corners(n);
  const auto corners = cells_.mesh().triangle(n);
  const Vec3 normal = (p[1] - p[0]).cross(p[2] - p[0]);
  const double area = 0.5 * normal.norm();
  faceNormal_[n] = normal.normalized();
  area_ += area;
  const auto shares = sharesOf(p, area);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto v = static_cast<std::size_t>(corners[i]);
    vertexArea_[v] += shares[i];
    vertexNormal_[v] += angleBetween(p[(i + 1) % 3] - p[i], p[(i + 2) % 3] - p[i]) * faceNormal_[n];
  }
}

void SurfaceHalo::addEdge(std::size_t e) {
  const SurfaceCells::Edge& edge = cells_.edges()[e];
  const Vec3& left = faceNormal_[static_cast<std::size_t>(edge.left)];
  const Vec3& right = faceNormal_[static_cast<std::size_t>(edge.right)];
  edgeNormal_[e] = left + right;
  const Vec3 along = point(edge.to) - point(edge.from);
  Edge& halo = edges_[e];
  halo.owner = !isDegenerate(edge.left) ? edge.left : !isDegenerate(edge.right) ? edge.right : -1;
  halo.length = along.norm();
  if (!(halo.length > 0) || !(edgeNormal_[e].norm() > 1e-6)) return;
  halo.direction = along / halo.length;
  const ConvexHalo::Edge shared = ConvexHalo::makeEdge(left, right);
  halo.outward = shared.outward;
  halo.halfCosine = shared.halfCosine;
  const bool convex = left.cross(right).dot(along) > 0;
  halo.sharpness = convex && shared.sharpness > 1e-6 ? shared.sharpness : 0;
}

// A point is represented by the first proper triangle around it.
// @param taken 1 for each point that is represented.
void SurfaceHalo::represent(Index t, std::vector<char>& taken) {
  const auto n = static_cast<std::size_t>(t);
  Represented& own = represented_[n];
  corners_.push_back(cells_.mesh().corners(n));
  if (!isDegenerate(t))
    for (const Index v : cells_.mesh().triangle(n))
      if (std::exchange(taken[static_cast<std::size_t>(v)], 1) == 0) own.points[own.pointCount++] = v;
  for (const Index e : cells_.edgesOf(t)) {
    if (edge(e).owner == t && edge(e).counts) own.edges[own.edgeCount++] = e;
    if (edge(e).sharpness > 0 && cells_.edges()[static_cast<std::size_t>(e)].left == t)
      own.sharp[own.sharpCount++] = e;
  }
}

// A degenerate triangle covers the longest of its edges, no more.
void SurfaceHalo::mergeEdges(const std::array<Index, 3>& edges) {
  const auto shorter = [this](Index e, Index f) { return edge(e).length < edge(f).length; };
  edges_[static_cast<std::size_t>(*std::max_element(edges.begin(), edges.end(), shorter))].counts = false;
}

// The regions of a triangle as in Ericson, Real-Time Collision Detection (2005), section 5.1.5.
SurfaceHalo::Foot SurfaceHalo::footOn(Index triangle, const Vec3& x) const {
  const auto& [a, b, c] = corners_[static_cast<std::size_t>(triangle)];
  const auto foot = [&x](const Vec3& p, int part) { return Foot{p, part, (x - p).squaredNorm()}; };
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

Index SurfaceHalo::edgeOf(Index triangle, int part) const {
  const auto corners = cells_.mesh().triangle(static_cast<std::size_t>(triangle));
  const Index from = corners[static_cast<std::size_t>(part - 3)],
              to = corners[static_cast<std::size_t>((part - 2) % 3)];
  const auto& edges = cells_.edgesOf(triangle);
  return *std::find_if(edges.begin(), edges.end() - 1, [&](Index e) {
    const SurfaceCells::Edge& edge = cells_.edges()[static_cast<std::size_t>(e)];
    return (edge.from == from && edge.to == to) || (edge.from == to && edge.to == from);
  });
}

Vec3 SurfaceHalo::pseudoNormal(Index triangle, int part) const {
  const auto t = static_cast<std::size_t>(triangle);
  if (part == 6) return faceNormal_[t];
  const auto corners = cells_.mesh().triangle(t);
  if (part < 3) return vertexNormal_[static_cast<std::size_t>(corners[static_cast<std::size_t>(part)])];
  return edgeNormal_[static_cast<std::size_t>(edgeOf(triangle, part))];
}

SurfaceGap SurfaceHalo::gapAt(Index triangle, const Foot& foot, const Vec3& x) const {
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

SurfaceGap SurfaceHalo::gapOf(const Vec3& x) const {
  const Index triangle = properTriangles_[static_cast<std::size_t>(distance_.nearest(x).triangle)];
  return gapAt(triangle, footOn(triangle, x), x);
}

}  // namespace talus
