#include "geometry/mesh/patch_refinement.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <utility>

#include "geometry/exact/predicates.h"

namespace talus {

namespace {

using PatchTriangle = std::array<Index, 3>;
using PatchTriangles = std::vector<PatchTriangle>;
using PatchEdge = std::array<Index, 2>;  // the smaller number first

constexpr int maximumDivisions = 12, maximumSweeps = 20;

// Adds points to a patch.
class Refinement {
 public:
  Refinement(TriangleMesh& mesh, const HoleSurroundings& around, std::map<Index, double> spacing,
             PatchTriangles& triangles)
      : mesh_(mesh), around_(around), triangles_(triangles), spacing_(std::move(spacing)) {}

  void run() {
    relax();
    for (int i = 0; i < maximumDivisions && divide(); ++i) relax();
  }

 private:
  // Divides triangles at their centres where that is farther from their corners than points are around.
  bool divide() {
    const double factor = std::numbers::sqrt2;
    const std::size_t count = triangles_.size();
    for (std::size_t t = 0; t < count; ++t) {
      const auto [a, b, c] = triangles_[t];
      const Vec3 centre = (mesh_.point(a) + mesh_.point(b) + mesh_.point(c)) / 3;
      const double spacing = (spacing_[a] + spacing_[b] + spacing_[c]) / 3;
      const auto isFar = [&](Index p) {
        return factor * (centre - mesh_.point(p)).norm() > std::max(spacing, spacing_[p]);
      };
      if (!isFar(a) || !isFar(b) || !isFar(c)) continue;
      const Index p = mesh_.addPoint(centre);
      spacing_[p] = spacing;
      triangles_[t] = {a, b, p};
      triangles_.push_back({b, c, p});
      triangles_.push_back({c, a, p});
    }
    return triangles_.size() > count;
  }

  // Flips edges whose opposite angles are more than half a turn in sum.
  void relax() {
    for (int sweep = 0, flips = 1; sweep < maximumSweeps && flips > 0; ++sweep) {
      flips = 0;
      std::map<PatchEdge, std::array<std::size_t, 2>> sides;  // the triangles at each edge
      std::map<PatchEdge, int> uses;
      for (std::size_t t = 0; t < triangles_.size(); ++t)
        for (std::size_t k = 0; k < 3; ++k) {
          const PatchEdge edge = orderedEdge(triangles_[t][k], triangles_[t][(k + 1) % 3]);
          sides[edge][static_cast<std::size_t>(std::min(uses[edge]++, 1))] = t;
        }
      std::set<std::size_t> changed;
      for (const auto& [edge, beside] : sides) {
        if (uses[edge] != 2 || changed.contains(beside[0]) || changed.contains(beside[1])) continue;
        if (!flip(edge, beside[0], beside[1], uses)) continue;
        changed.insert(beside.begin(), beside.end());
        ++flips;
      }
    }
  }

  bool flip(const PatchEdge& edge, std::size_t s, std::size_t t, std::map<PatchEdge, int>& uses) {
    const Index c = oppositeOf(s, edge), d = oppositeOf(t, edge);
    if (c == d || uses.contains(orderedEdge(c, d)) || isAround(c, d)) return false;
    if (!(angleAt(c, edge) + angleAt(d, edge) > std::numbers::pi + 1e-9)) return false;
    // The first triangle uses the edge from one end to the other.
    const PatchTriangle& first = triangles_[s];
    const auto at = std::find(first.begin(), first.end(), c) - first.begin();
    const Index a = first[static_cast<std::size_t>(at + 1) % 3],
                b = first[static_cast<std::size_t>(at + 2) % 3];
    const PatchTriangle one{c, a, d}, other{c, d, b};
    for (const auto& [p, q, r] : {one, other})
      if (collinear(mesh_.point(p), mesh_.point(q), mesh_.point(r))) return false;
    if (unitNormalOf(mesh_.corners(one)).dot(unitNormalOf(mesh_.corners(other))) <= 0) return false;
    triangles_[s] = one, triangles_[t] = other;
    ++uses[orderedEdge(c, d)];
    return true;
  }

  // Whether an edge of the surface around joins two points of the outline.
  bool isAround(Index p, Index q) const {
    if (!around_.isOnOutline(p) || !around_.isOnOutline(q)) return false;
    const std::vector<Index>& near = around_.neighbours(p);
    return std::binary_search(near.begin(), near.end(), q);
  }

  Index oppositeOf(std::size_t t, const PatchEdge& edge) const {
    for (const Index p : triangles_[t])
      if (p != edge[0] && p != edge[1]) return p;
    return -1;
  }

  double angleAt(Index p, const PatchEdge& edge) const {
    const Vec3 u = mesh_.point(edge[0]) - mesh_.point(p), v = mesh_.point(edge[1]) - mesh_.point(p);
    return std::atan2(u.cross(v).norm(), u.dot(v));
  }

  TriangleMesh& mesh_;
  const HoleSurroundings& around_;
  PatchTriangles& triangles_;
  std::map<Index, double> spacing_;  // of points
};

}  // namespace

void refinePatch(TriangleMesh& mesh, const HoleSurroundings& around, const std::map<Index, double>& spacing,
                 std::vector<std::array<Index, 3>>& triangles) {
  Refinement(mesh, around, spacing, triangles).run();
}

}  // namespace talus
