#include "repair/loose_sheets.h"

#include <algorithm>
#include <map>
#include <vector>

#include "geometry/mesh/edge_table.h"
#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

struct Sheet {
  double area = 0;
  bool endsOnOthers = false;
  bool leavesEven = true;         // the other triangles at its edges
  std::vector<Index> neighbours;  // sheets with which it shares edges
};

using Sheets = std::map<Index, Sheet>;  // by the first triangle

Sheets sheetsOf(const TriangleMesh& mesh, const EdgeTable& edges, UnionFind& connected) {
  edges.forEachEdge([&](Index, std::span<const EdgeUse> uses) {
    if (uses.size() == 2) connected.unite(uses[0].triangle, uses[1].triangle);
  });
  Sheets sheets;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    sheets[connected.find(static_cast<Index>(t))].area += (b - a).cross(c - a).norm() / 2;
  }
  edges.forEachEdge([&](Index, std::span<const EdgeUse> uses) {
    if (uses.size() == 2) return;
    std::map<Index, std::size_t> own;
    for (const EdgeUse& use : uses) ++own[connected.find(use.triangle)];
    for (const auto& [number, count] : own) {
      Sheet& sheet = sheets[number];
      if (uses.size() % 2 == 1 && uses.size() > count) sheet.endsOnOthers = true;
      if ((uses.size() - count) % 2 == 1) sheet.leavesEven = false;
      for (const auto& [other, others] : own)
        if (other != number) sheet.neighbours.push_back(other);
    }
  });
  return sheets;
}

// Sheets to remove at once, none beside another, ascending.
std::vector<Index> looseSheets(const Sheets& sheets) {
  std::vector<std::pair<double, Index>> loose;
  for (const auto& [number, sheet] : sheets)
    if (sheet.endsOnOthers && sheet.leavesEven) loose.emplace_back(sheet.area, number);
  std::sort(loose.begin(), loose.end());
  std::map<Index, bool> blocked;
  std::vector<Index> chosen;
  for (const auto& [area, number] : loose) {
    if (blocked[number]) continue;
    chosen.push_back(number);
    for (const Index neighbour : sheets.at(number).neighbours) blocked[neighbour] = true;
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace

std::int64_t removeLooseSheets(MendedSurface& surface) {
  std::int64_t removed = 0;
  while (true) {
    const std::size_t count = surface.mesh.triangleCount();
    const EdgeTable edges(surface.mesh);
    UnionFind connected(count);
    const std::vector<Index> loose = looseSheets(sheetsOf(surface.mesh, edges, connected));
    if (loose.empty()) return removed;
    std::vector<bool> kept(count);
    for (std::size_t t = 0; t < count; ++t)
      kept[t] = !std::binary_search(loose.begin(), loose.end(), connected.find(static_cast<Index>(t)));
    removed += surface.keep(kept);
  }
}

}  // namespace talus
