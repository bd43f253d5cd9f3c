#include "repair/repeated_triangles.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "geometry/exact/predicates.h"
#include "geometry/mesh/edge_table.h"

namespace talus {

namespace {

constexpr double largestCoordinate = 1e150;  // that an arrangement takes

using SortedCorners = std::array<Index, 3>;

// Corners in ascending order, and whether that needed an odd number of swaps.
std::pair<SortedCorners, bool> sortedCornersOf(const TriangleMesh& mesh, std::size_t t) {
  auto [a, b, c] = mesh.triangle(t);
  bool odd = false;
  const auto order = [&odd](Index& p, Index& q) {
    if (p < q) return;
    std::swap(p, q);
    odd = !odd;
  };
  order(a, b), order(b, c), order(a, b);
  return {{a, b, c}, odd};
}

struct Repeats {
  std::array<std::vector<std::size_t>, 2> triangles;  // by the way that they face
  int evenEdges = 0;  // that have an even number of triangles if repeated ones count once
};

std::map<SortedCorners, Repeats> repeatsOf(const TriangleMesh& mesh) {
  std::vector<std::tuple<SortedCorners, bool, std::size_t>> sorted;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [corners, odd] = sortedCornersOf(mesh, t);
    sorted.emplace_back(corners, odd, t);
  }
  std::sort(sorted.begin(), sorted.end());
  std::map<SortedCorners, Repeats> repeats;
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    const SortedCorners& corners = std::get<0>(sorted[begin]);
    while (end < sorted.size() && std::get<0>(sorted[end]) == corners) ++end;
    if (end - begin < 2) continue;
    Repeats& same = repeats[corners];
    for (std::size_t i = begin; i < end; ++i)
      same.triangles[std::get<1>(sorted[i])].push_back(std::get<2>(sorted[i]));
  }
  return repeats;
}

void countEvenEdges(const TriangleMesh& mesh, std::map<SortedCorners, Repeats>& repeats) {
  EdgeTable(mesh).forEachEdge([&](Index low, std::span<const EdgeUse> uses) {
    int different = 0;  // uses are sorted by their opposite corners
    for (std::size_t i = 0; i < uses.size(); ++i)
      if (i == 0 || uses[i].opposite != uses[i - 1].opposite) ++different;
    if (different % 2 == 1) return;
    for (std::size_t i = 0; i < uses.size(); ++i) {
      if (i > 0 && uses[i].opposite == uses[i - 1].opposite) continue;
      SortedCorners corners{low, uses[i].high, uses[i].opposite};
      std::sort(corners.begin(), corners.end());
      if (const auto at = repeats.find(corners); at != repeats.end()) ++at->second.evenEdges;
    }
  });
}

}  // namespace

std::int64_t removeNonFinite(MendedSurface& surface) {
  std::vector<bool> kept(surface.mesh.triangleCount());
  for (std::size_t t = 0; t < kept.size(); ++t) {
    const std::array<Vec3, 3> corners = surface.mesh.corners(t);
    kept[t] = std::all_of(corners.begin(), corners.end(), [](const Vec3& p) {
      return (p.array().abs() <= largestCoordinate).all();  // not NaN
    });
  }
  return surface.keep(kept);
}

std::int64_t removeFlat(MendedSurface& surface) {
  std::vector<bool> kept(surface.mesh.triangleCount());
  for (std::size_t t = 0; t < kept.size(); ++t) {
    const auto [a, b, c] = surface.mesh.corners(t);
    kept[t] = !hasRepeatedCorner(surface.mesh.triangle(t)) && !collinear(a, b, c);
  }
  return surface.keep(kept);
}

std::int64_t removeRepeated(MendedSurface& surface) {
  std::map<SortedCorners, Repeats> repeats = repeatsOf(surface.mesh);
  if (repeats.empty()) return 0;
  countEvenEdges(surface.mesh, repeats);
  std::vector<bool> kept(surface.mesh.triangleCount(), true);
  for (const auto& [corners, same] : repeats) {
    const auto& [one, other] = same.triangles;
    for (const std::vector<std::size_t>& triangles : same.triangles)
      for (const std::size_t t : triangles) kept[t] = false;
    if (one.size() != other.size() || same.evenEdges == 3)
      kept[one.size() >= other.size() ? one.front() : other.front()] = true;
  }
  return surface.keep(kept);
}

std::int64_t removeCancelling(MendedSurface& surface) {
  std::vector<bool> kept(surface.mesh.triangleCount(), true);
  for (const auto& [corners, same] : repeatsOf(surface.mesh)) {
    const auto& [one, other] = same.triangles;
    for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i)
      kept[one[i]] = kept[other[i]] = false;
  }
  return surface.keep(kept);
}

}  // namespace talus
