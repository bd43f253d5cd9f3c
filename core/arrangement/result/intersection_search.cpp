#include "arrangement/result/intersection_search.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "geometry/check/self_intersection.h"
#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/mesh_part.h"

namespace talus {

namespace {

using Pair = IntersectionSearch::Pair;

// Of some triangles those whose boxes intersect the box of a marked one. Triangles whose numbers follow each
// other are often near each other: the tree is asked about runs of them first.
std::vector<Index> trianglesNear(const TriangleMesh& mesh, const std::vector<Index>& triangles,
                                 const std::vector<bool>& isMarked) {
  constexpr std::size_t run = 16;
  const auto boxOf = [&](Index t) { return mesh.bounds(static_cast<std::size_t>(t)); };
  std::vector<Box> boxes;
  for (const Index t : triangles)
    if (isMarked[static_cast<std::size_t>(t)]) boxes.push_back(boxOf(t));
  if (boxes.empty()) return {};
  const BoxTree tree(boxes);
  const auto isFar = [&tree](const Box& box) { return tree.queryBox(box, [](Index) { return false; }); };
  std::vector<Index> near;
  for (std::size_t begin = 0; begin < triangles.size(); begin += run) {
    const auto some = std::span(triangles).subspan(begin, std::min(run, triangles.size() - begin));
    Box around;
    for (const Index t : some)
      if (!isMarked[static_cast<std::size_t>(t)]) around.extend(boxOf(t));
    const bool areFar = around.isEmpty() || isFar(around);
    for (const Index t : some)
      if (isMarked[static_cast<std::size_t>(t)] || (!areFar && !isFar(boxOf(t)))) near.push_back(t);
  }
  return near;
}

// The triangles whose boxes intersect that of a triangle with a new corner; none that has lost its area.
std::vector<Index> trianglesToExamine(const RoundedSurface& surface) {
  const std::size_t count = surface.mesh.triangleCount();
  std::vector<Index> all(count);
  std::vector<bool> isNew(count);
  for (std::size_t t = 0; t < count; ++t) {
    all[t] = static_cast<Index>(t);
    isNew[t] = surface.hasNewCorner(t);
  }
  std::vector<Index> near = trianglesNear(surface.mesh, all, isNew);
  std::erase_if(near, [&](Index t) {
    const auto i = static_cast<std::size_t>(t);
    return isNew[i] && surface.isFlat(i);
  });
  return near;
}

// The pairs among some triangles that intersect, one of them marked.
std::vector<Pair> pairsAmong(const TriangleMesh& mesh, const std::vector<Index>& triangles,
                             const std::vector<bool>& isMarked) {
  std::vector<std::uint8_t> marked;
  for (const Index t : triangles) marked.push_back(isMarked[static_cast<std::size_t>(t)]);
  Context unheard;
  std::vector<Pair> pairs = meetingPairsOf(partOf(mesh, triangles), marked, unheard);
  for (Pair& pair : pairs)
    for (Index& t : pair) t = triangles[static_cast<std::size_t>(t)];
  return pairs;
}

}  // namespace

std::size_t IntersectionSearch::CornersHash::operator()(const Corners& corners) const {
  std::uint64_t hash = 0;
  for (const auto& corner : corners)
    for (const double v : corner) {  // −0 equals 0
      hash = (hash ^ std::bit_cast<std::uint64_t>(v + 0.0)) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 29;
    }
  return static_cast<std::size_t>(hash);
}

IntersectionSearch::Corners IntersectionSearch::cornersOf(const TriangleMesh& mesh, std::size_t t) {
  Corners result{};
  const auto corners = mesh.corners(t);
  for (std::size_t k = 0; k < 3; ++k) result[k] = {corners[k].x(), corners[k].y(), corners[k].z()};
  return result;
}

// The pairs of the last call with their present numbers. @param isKnown receives the triangles that it
// examined.
std::vector<Pair> IntersectionSearch::knownPairs(const RoundedSurface& surface,
                                                 const std::vector<Index>& examined,
                                                 std::vector<bool>& isKnown) const {
  std::unordered_map<Index, Index> numberOf;
  for (const Index t : examined) {
    const auto at = examined_.find(cornersOf(surface.mesh, static_cast<std::size_t>(t)));
    if (at == examined_.end() || at->second < 0 || !numberOf.try_emplace(at->second, t).second) continue;
    isKnown[static_cast<std::size_t>(t)] = true;
  }
  std::vector<Pair> pairs;
  for (const auto& [s, t] : pairs_) {
    const auto one = numberOf.find(s), other = numberOf.find(t);
    if (one == numberOf.end() || other == numberOf.end()) continue;
    pairs.push_back({std::min(one->second, other->second), std::max(one->second, other->second)});
  }
  return pairs;
}

void IntersectionSearch::remember(const RoundedSurface& surface, const std::vector<Index>& examined) {
  examined_.clear();
  if (pairs_.empty()) return;  // nothing will change
  for (const Index t : examined) {
    const auto [at, isNew] = examined_.try_emplace(cornersOf(surface.mesh, static_cast<std::size_t>(t)), t);
    if (!isNew) at->second = -1;
  }
}

const std::vector<Pair>& IntersectionSearch::find(const RoundedSurface& surface) {
  const std::vector<Index> examined = trianglesToExamine(surface);
  std::vector<bool> isChanged(surface.mesh.triangleCount(), true);
  if (examined_.empty()) {
    pairs_ = pairsAmong(surface.mesh, examined, isChanged);
  } else {
    std::vector<bool> isKnown(isChanged.size(), false);
    std::vector<Pair> pairs = knownPairs(surface, examined, isKnown);
    for (std::size_t t = 0; t < isKnown.size(); ++t) isChanged[t] = !isKnown[t];
    const std::vector<Index> near = trianglesNear(surface.mesh, examined, isChanged);
    pairs_ = pairsAmong(surface.mesh, near, isChanged);
    pairs_.insert(pairs_.end(), pairs.begin(), pairs.end());
    std::sort(pairs_.begin(), pairs_.end());
  }
  remember(surface, examined);
  return pairs_;
}

}  // namespace talus
