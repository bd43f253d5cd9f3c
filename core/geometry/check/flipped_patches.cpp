#include "geometry/check/flipped_patches.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "geometry/check/piece_nesting.h"
#include "geometry/mesh/union_find.h"

namespace talus {

namespace {

using Uses = std::span<const EdgeUse>;

// Whether the two triangles of an edge use it in the same direction, that is with opposite orientations.
bool opposed(Uses uses) {
  return uses[0].forward == uses[1].forward;
}

// The triangles of a set by their orientation relative to its first one.
using Sides = std::array<std::vector<Index>, 2>;

// Disjoint sets of triangles connected across edges with two triangles, each with a spanning tree.
class OrientedSets {
 public:
  OrientedSets(const EdgeTable& edges, std::size_t triangles) : next_(triangles), open_(triangles, false) {
    UnionFind sets(triangles);
    edges.forEachEdge([&](Index, Uses uses) {
      if (uses.size() == 2)
        join(sets, uses[0].triangle, uses[1].triangle, opposed(uses));
      else
        for (const EdgeUse& use : uses) open_[static_cast<std::size_t>(use.triangle)] = true;
    });
  }

  // Calls visit(sides, closed) for each set, in order of its first triangle.
  template <class Visit>
  void forEachSet(const Visit& visit) const {
    std::vector<bool> seen(next_.size(), false);
    for (std::size_t t = 0; t < next_.size(); ++t)
      if (!seen[t]) {
        const auto [sides, closed] = walk(static_cast<Index>(t), seen);
        visit(sides, closed);
      }
  }

 private:
  struct Neighbour {
    Index triangle;
    bool opposed;
  };

  void join(UnionFind& sets, Index s, Index t, bool opposed) {
    if (!sets.unite(s, t)) return;
    next_[static_cast<std::size_t>(s)].push_back({t, opposed});
    next_[static_cast<std::size_t>(t)].push_back({s, opposed});
  }

  std::pair<Sides, bool> walk(Index start, std::vector<bool>& seen) const {
    Sides sides;
    bool closed = true;
    std::vector<Neighbour> stack{{start, false}};
    seen[static_cast<std::size_t>(start)] = true;
    while (!stack.empty()) {
      const Neighbour at = stack.back();
      stack.pop_back();
      sides[at.opposed].push_back(at.triangle);
      closed = closed && !open_[static_cast<std::size_t>(at.triangle)];
      for (const Neighbour& to : next_[static_cast<std::size_t>(at.triangle)]) {
        if (seen[static_cast<std::size_t>(to.triangle)]) continue;
        seen[static_cast<std::size_t>(to.triangle)] = true;
        stack.push_back({to.triangle, to.opposed != at.opposed});
      }
    }
    return {std::move(sides), closed};
  }

  std::vector<std::vector<Neighbour>> next_;  // neighbours in the spanning forest
  std::vector<bool> open_;                    // whether a set has an edge without exactly two triangles
};

// Which shells have an inside: those whose edges all have an even number of triangles.
std::vector<bool> closedPieces(const EdgeTable& edges, const std::vector<Index>& component) {
  const Index last = component.empty() ? -1 : *std::max_element(component.begin(), component.end());
  std::vector<bool> closed(static_cast<std::size_t>(last + 1), true);
  edges.forEachEdge([&](Index, Uses uses) {
    if (uses.size() % 2 == 0) return;
    closed[static_cast<std::size_t>(component[static_cast<std::size_t>(uses[0].triangle)])] = false;
  });
  return closed;
}

// Decides which side of each set is wrong.
class Judge {
 public:
  Judge(const TriangleMesh& mesh, const EdgeTable& edges, const std::vector<Index>& component)
      : mesh_(mesh), component_(component), pieces_(mesh, component, closedPieces(edges, component)) {}

  std::size_t wrongSide(const Sides& sides, bool closed) const {
    const double outward = closed ? volume(sides) * nesting(sides) : 0;
    if (outward > 0) return 1;
    if (outward < 0) return 0;
    return area(sides[1]) <= area(sides[0]) ? 1 : 0;
  }

 private:
  std::array<Vec3, 3> corners(Index triangle) const {
    return mesh_.corners(static_cast<std::size_t>(triangle));
  }

  // Six times the volume, with all triangles oriented as the first one.
  double volume(const Sides& sides) const {
    const Vec3 origin = corners(sides[0].front())[0];
    double sum = 0;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}})
      for (const Index t : sides[side]) {
        const auto [a, b, c] = corners(t);
        sum += (side == 0 ? 1 : -1) * (a - origin).dot((b - origin).cross(c - origin));
      }
    return sum;
  }

  // 1 inside an even number of other closed shells, −1 inside an odd number, 0 if undecidable.
  double nesting(const Sides& sides) const {
    const Index first = sides[0].front();
    const std::optional<bool> odd =
        pieces_.insideOdd(component_[static_cast<std::size_t>(first)], corners(first)[0]);
    return !odd ? 0 : *odd ? -1 : 1;
  }

  double area(const std::vector<Index>& triangles) const {
    double sum = 0;
    for (const Index t : triangles) {
      const auto [a, b, c] = corners(t);
      sum += (b - a).cross(c - a).norm();
    }
    return sum;
  }

  const TriangleMesh& mesh_;
  const std::vector<Index>& component_;
  PieceNesting pieces_;
};

std::int64_t countPatches(const EdgeTable& edges, const std::vector<Index>& flipped, std::size_t triangles) {
  std::vector<bool> isFlipped(triangles, false);
  for (const Index t : flipped) isFlipped[static_cast<std::size_t>(t)] = true;
  UnionFind patches(triangles);
  auto count = static_cast<std::int64_t>(flipped.size());
  edges.forEachEdge([&](Index, Uses uses) {
    if (uses.size() != 2 || opposed(uses)) return;
    const auto [s, t] = std::pair(uses[0].triangle, uses[1].triangle);
    if (isFlipped[static_cast<std::size_t>(s)] && isFlipped[static_cast<std::size_t>(t)] &&
        patches.unite(s, t))
      --count;
  });
  return count;
}

}  // namespace

FlippedPatches findFlippedPatches(const TriangleMesh& mesh, const EdgeTable& edges,
                                  const std::vector<Index>& component) {
  FlippedPatches result;
  const Judge judge(mesh, edges, component);
  OrientedSets(edges, mesh.triangleCount()).forEachSet([&](const Sides& sides, bool closed) {
    if (sides[1].empty()) return;
    const std::vector<Index>& wrong = sides[judge.wrongSide(sides, closed)];
    result.triangles.insert(result.triangles.end(), wrong.begin(), wrong.end());
  });
  result.patches = countPatches(edges, result.triangles, mesh.triangleCount());
  return result;
}

}  // namespace talus
