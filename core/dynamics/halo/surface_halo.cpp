#include "dynamics/halo/surface_halo.h"

#include <algorithm>
#include <utility>

#include "dynamics/halo/halo_area.h"

namespace talus {

namespace {

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

}  // namespace

SurfaceHalo::SurfaceHalo(const SurfaceCells& cells)
    : cells_(cells),
      distance_(cells),
      vertexArea_(cells.mesh().pointCount(), 0.0),
      represented_(cells.mesh().triangleCount()),
      edges_(cells.edges().size()) {
  for (const Index t : distance_.properTriangles()) addArea(t);
  for (std::size_t e = 0; e < edges_.size(); ++e) addEdge(e);
  const auto triangles = static_cast<Index>(represented_.size());
  std::vector<char> taken(cells.mesh().pointCount(), 0);
  for (Index t = 0; t < triangles; ++t)
    if (distance_.isDegenerate(t)) mergeEdges(cells.edgesOf(t));
  for (Index t = 0; t < triangles; ++t) represent(t, taken);
}

void SurfaceHalo::addArea(Index t) {
  const auto n = static_cast<std::size_t>(t);
  const auto p = cells_.mesh().corners(n);
  const auto corners = cells_.mesh().triangle(n);
  const double area = 0.5 * (p[1] - p[0]).cross(p[2] - p[0]).norm();
  area_ += area;
  const auto shares = sharesOf(p, area);
  for (std::size_t i = 0; i < 3; ++i) vertexArea_[static_cast<std::size_t>(corners[i])] += shares[i];
}

void SurfaceHalo::addEdge(std::size_t e) {
  const SurfaceCells::Edge& edge = cells_.edges()[e];
  const Vec3 &left = distance_.faceNormal(edge.left), &right = distance_.faceNormal(edge.right);
  const Vec3 along = point(edge.to) - point(edge.from);
  Edge& halo = edges_[e];
  halo.owner = !distance_.isDegenerate(edge.left)    ? edge.left
               : !distance_.isDegenerate(edge.right) ? edge.right
                                                     : -1;
  halo.length = along.norm();
  if (!(halo.length > 0) || !((left + right).norm() > 1e-6)) return;
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
  if (!distance_.isDegenerate(t))
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

}  // namespace talus
