#include "arrangement/result/rounded_surface.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "geometry/exact/predicates.h"
#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/open_edges.h"
#include "geometry/mesh/point_merge.h"

namespace talus {

namespace {

using CornerNumbers = std::array<Index, 3>;

// Keeps the triangles that are marked.
void keep(RoundedSurface& surface, const std::vector<bool>& kept) {
  std::size_t count = 0;
  for (std::size_t t = 0; t < kept.size(); ++t) {
    if (!kept[t]) continue;
    TriangleMesh& mesh = surface.mesh;
    mesh.a[count] = mesh.a[t], mesh.b[count] = mesh.b[t], mesh.c[count] = mesh.c[t];
    surface.source[count++] = surface.source[t];
  }
  for (auto* values : {&surface.mesh.a, &surface.mesh.b, &surface.mesh.c, &surface.source})
    values->resize(count);
}

// 1 for an even permutation of ascending corners, −1 for an odd one.
int directionOf(const CornerNumbers& t) {
  const bool even =
      (t[0] < t[1] && t[1] < t[2]) || (t[1] < t[2] && t[2] < t[0]) || (t[2] < t[0] && t[0] < t[1]);
  return even ? 1 : -1;
}

// Removes triangles that use a point twice, and pairs with the same corners that face opposite ways. Only
// triangles with a new corner can have become so.
void removeCancelled(RoundedSurface& surface, RoundingReport& report) {
  const std::size_t count = surface.mesh.triangleCount();
  std::vector<bool> kept(count, true);
  std::vector<std::pair<CornerNumbers, std::size_t>> byCorners;
  for (std::size_t t = 0; t < count; ++t) {
    CornerNumbers corners = surface.mesh.triangle(t);
    kept[t] = !hasRepeatedCorner(corners);
    if (!kept[t] || !surface.hasNewCorner(t)) continue;
    std::sort(corners.begin(), corners.end());
    byCorners.emplace_back(corners, t);
  }
  std::sort(byCorners.begin(), byCorners.end());
  std::vector<std::size_t> waiting;  // with the same corners
  for (std::size_t i = 0; i < byCorners.size(); ++i) {
    if (i > 0 && byCorners[i].first != byCorners[i - 1].first) waiting.clear();
    const std::size_t t = byCorners[i].second;
    const auto direction = [&](std::size_t one) { return directionOf(surface.mesh.triangle(one)); };
    if (!waiting.empty() && direction(waiting.back()) != direction(t)) {
      kept[t] = kept[waiting.back()] = false;
      waiting.pop_back();
    } else {
      waiting.push_back(t);
    }
  }
  report.collapsed += std::count(kept.begin(), kept.end(), false);
  keep(surface, kept);
}

// Of the corners of a triangle of zero area, the one between the others.
std::size_t middleCorner(const TriangleMesh& mesh, std::size_t t) {
  const std::array<Vec3, 3> corners = mesh.corners(t);
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 &p = corners[k], &a = corners[(k + 1) % 3], &b = corners[(k + 2) % 3];
    if ((p.array() >= a.cwiseMin(b).array()).all() && (p.array() <= a.cwiseMax(b).array()).all()) return k;
  }
  return 0;
}

// Triangles of zero area with three different corners: the triangle beyond the longest side is divided at the
// corner that lies on that side.
class FlatTriangles {
 public:
  explicit FlatTriangles(RoundedSurface& surface) : surface_(surface), mesh_(surface.mesh) {}

  // @return whether there were any.
  bool remove(RoundingReport& report) {
    for (std::size_t t = 0; t < mesh_.triangleCount(); ++t)
      if (surface_.hasNewCorner(t) && surface_.isFlat(t)) flat_.push_back(t);
    if (flat_.empty()) return false;
    for (std::size_t t = 0; t < mesh_.triangleCount(); ++t) addSides(t);
    const std::size_t limit = 16 * flat_.size() + 64;
    for (std::size_t i = 0; i < flat_.size() && i < limit; ++i)
      if (surface_.isFlat(flat_[i])) report.divided += giveAway(flat_[i]);
    return true;
  }

 private:
  using Side = std::array<Index, 2>;

  void addSides(std::size_t t) {
    const CornerNumbers corners = mesh_.triangle(t);
    for (std::size_t k = 0; k < 3; ++k) sides_.insert({{corners[k], corners[(k + 1) % 3]}, t});
  }
  void removeSides(std::size_t t) {
    const CornerNumbers corners = mesh_.triangle(t);
    for (std::size_t k = 0; k < 3; ++k) sides_.erase({{corners[k], corners[(k + 1) % 3]}, t});
  }
  void replace(std::size_t t, Index a, Index b, Index c) {
    removeSides(t);
    mesh_.a[t] = a, mesh_.b[t] = b, mesh_.c[t] = c;
    addSides(t);
    if (surface_.isFlat(t)) flat_.push_back(t);
  }

  int giveAway(std::size_t t) {
    const std::size_t k = middleCorner(mesh_, t);
    const CornerNumbers corners = mesh_.triangle(t);
    const Index b = corners[k], c = corners[(k + 1) % 3], a = corners[(k + 2) % 3];  // c → a is the long side
    const auto beyond = sides_.lower_bound({{a, c}, 0});
    if (beyond == sides_.end() || beyond->first != Side{a, c} || beyond->second == t) return 0;
    const std::size_t other = beyond->second;
    const CornerNumbers there = mesh_.triangle(other);
    const Index d = there[0] != a && there[0] != c   ? there[0]
                    : there[1] != a && there[1] != c ? there[1]
                                                     : there[2];
    if (d == b) return 0;  // they cancel each other
    surface_.source[t] = surface_.source[other];
    replace(t, a, b, d);
    replace(other, b, c, d);
    return 1;
  }

  RoundedSurface& surface_;
  TriangleMesh& mesh_;
  std::vector<std::size_t> flat_;
  std::set<std::pair<Side, std::size_t>> sides_;
};

}  // namespace

bool RoundedSurface::hasNewCorner(std::size_t t) const {
  const CornerNumbers corners = mesh.triangle(t);
  return std::any_of(corners.begin(), corners.end(),
                     [&](Index p) { return isNew[static_cast<std::size_t>(p)]; });
}

bool RoundedSurface::isFlat(std::size_t t) const {
  const auto [a, b, c] = mesh.corners(t);
  return collinear(a, b, c);
}

void mergePoints(RoundedSurface& surface) {
  MergedMesh merged = mergeDuplicatePoints(surface.mesh);
  std::vector<std::uint8_t> isNew(merged.mesh.pointCount(), 0);
  for (std::size_t p = 0; p < merged.pointOf.size(); ++p)
    isNew[static_cast<std::size_t>(merged.pointOf[p])] |= surface.isNew[p];
  surface.mesh = std::move(merged.mesh);
  surface.isNew = std::move(isNew);
}

void removeCollapsed(RoundedSurface& surface, RoundingReport& report) {
  mergePoints(surface);
  removeCancelled(surface, report);
  report.degenerate = 0;
  if (!FlatTriangles(surface).remove(report)) return;
  removeCancelled(surface, report);
  for (std::size_t t = 0; t < surface.mesh.triangleCount(); ++t)
    if (surface.hasNewCorner(t) && surface.isFlat(t)) ++report.degenerate;
}

bool isClosed(const TriangleMesh& mesh) {
  return openEdges(mesh).empty();
}

void snapNewPoints(RoundedSurface& surface, const std::vector<std::array<Index, 2>>& pairs, double grid) {
  TriangleMesh& mesh = surface.mesh;
  for (const auto& pair : pairs)
    for (const Index t : pair)
      for (const Index corner : mesh.triangle(static_cast<std::size_t>(t))) {
        const auto p = static_cast<std::size_t>(corner);
        if (surface.isNew[p] != RoundedSurface::rounded) continue;
        for (auto* coordinate : {&mesh.x[p], &mesh.y[p], &mesh.z[p]})
          *coordinate = std::round(*coordinate / grid) * grid;
      }
}

}  // namespace talus
