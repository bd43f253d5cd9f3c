#include "shapes/triangle_count.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/union_find.h"

namespace talus {

TriangleMesh largestPiece(const TriangleMesh& mesh) {
  UnionFind pieces(mesh.pointCount());
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    pieces.unite(mesh.a[t], mesh.b[t]);
    pieces.unite(mesh.b[t], mesh.c[t]);
  }
  std::vector<std::int64_t> size(mesh.pointCount(), 0);
  for (const Index corner : mesh.a) ++size[static_cast<std::size_t>(pieces.find(corner))];
  const auto largest = static_cast<Index>(std::max_element(size.begin(), size.end()) - size.begin());

  TriangleMesh kept;
  std::vector<Index> number(mesh.pointCount(), -1);
  for (std::size_t p = 0; p < mesh.pointCount(); ++p)
    if (const auto i = static_cast<Index>(p); pieces.find(i) == largest)
      number[p] = kept.addPoint(mesh.point(i));
  const auto renumbered = [&number](Index i) { return number[static_cast<std::size_t>(i)]; };
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    if (renumbered(mesh.a[t]) >= 0)
      kept.addTriangle(renumbered(mesh.a[t]), renumbered(mesh.b[t]), renumbered(mesh.c[t]));
  return kept;
}

namespace {

struct LongEdge {
  double length2;
  Index low, high;
  std::array<Index, 2> triangles;
};

std::vector<LongEdge> edgesByLength(const TriangleMesh& mesh) {
  std::vector<LongEdge> edges;
  EdgeTable(mesh).forEachEdge([&](Index low, std::span<const EdgeUse> uses) {
    const Index high = uses[0].high;
    edges.push_back({(mesh.point(high) - mesh.point(low)).squaredNorm(),
                     low,
                     high,
                     {uses[0].triangle, uses[1].triangle}});
  });
  std::stable_sort(edges.begin(), edges.end(),
                   [](const LongEdge& e, const LongEdge& f) { return e.length2 > f.length2; });
  return edges;
}

// Puts `middle` in place of the corner `high` and appends the triangle with `middle` in place of `low`.
void halve(TriangleMesh& mesh, Index triangle, Index low, Index high, Index middle) {
  const auto t = static_cast<std::size_t>(triangle);
  std::array<Index, 3> other = mesh.triangle(t);
  std::replace(other.begin(), other.end(), low, middle);
  for (auto* corner : {&mesh.a[t], &mesh.b[t], &mesh.c[t]})
    if (*corner == high) *corner = middle;
  mesh.addTriangle(other[0], other[1], other[2]);
}

}  // namespace

void splitLongestEdges(TriangleMesh& mesh, std::int64_t triangles) {
  const auto goal = static_cast<std::size_t>(triangles);
  while (mesh.triangleCount() + 1 < goal) {
    std::vector<bool> touched(mesh.triangleCount(), false);
    for (const LongEdge& edge : edgesByLength(mesh)) {
      if (mesh.triangleCount() + 1 >= goal) break;
      const auto [s, t] = edge.triangles;
      if (touched[static_cast<std::size_t>(s)] || touched[static_cast<std::size_t>(t)]) continue;
      touched[static_cast<std::size_t>(s)] = touched[static_cast<std::size_t>(t)] = true;
      const Index middle = mesh.addPoint((mesh.point(edge.low) + mesh.point(edge.high)) / 2);
      halve(mesh, s, edge.low, edge.high, middle);
      halve(mesh, t, edge.low, edge.high, middle);
    }
  }
}

double spacingFor(std::int64_t triangles, double area) {
  constexpr double trianglesASquare = 9.8;  // of the spacing: measured
  return std::sqrt(trianglesASquare * area / static_cast<double>(triangles));
}

TriangleMesh surfaceWithCount(const Field& field, const Box& domain, std::int64_t triangles, double area,
                              Context& context) {
  constexpr int maximumAttempts = 10;
  constexpr double aimedShare = 0.98;  // of the wanted number
  const auto wanted = static_cast<double>(triangles);
  double spacing = spacingFor(triangles, area);
  const double finest = spacing / 4;  // or the lattice grows beyond all bounds where there is nothing
  double begin = 0;
  for (int attempt = 0; attempt < maximumAttempts && spacing > finest; ++attempt) {
    const double fewest = 0.95 - 0.05 * attempt;  // flat faces make the number jump with the spacing
    const double end = begin + 0.4 * (1 - begin);
    context.beginStage(end, 4 * LatticeSurface::layers(domain, spacing));
    const LatticeSurface surface(field, domain, spacing, context);
    auto found = static_cast<double>(surface.triangleCount());
    // Pieces that come off are few: worth a look only near the goal.
    if (found >= fewest * wanted && found <= 1.1 * wanted) {
      TriangleMesh mesh = largestPiece(surface.mesh(context));
      found = static_cast<double>(mesh.triangleCount());
      if (found >= fewest * wanted && found <= wanted) {
        splitLongestEdges(mesh, triangles);
        context.beginStage(1, 1);
        context.advance(1);
        return mesh;
      }
    }
    spacing *= found > 0 ? std::clamp(std::sqrt(found / (aimedShare * wanted)), 0.5, 2.0) : 0.5;
    begin = end;
  }
  throw Error("The shape is not connected", "at " + std::to_string(triangles) + " triangles",
              "Make the solid parts thicker or request more triangles");
}

}  // namespace talus
