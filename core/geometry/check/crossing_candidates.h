#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "geometry/check/box_blocks.h"
#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The pairs of triangles of a mesh that may intersect beyond their common vertices. A tree of boxes
/// separates most pairs, but not the triangles of a large fan, for example of the thousands around the centre
/// of a cylinder's lid: all of their boxes contain the centre. Such a fan has its own tree for triangles
/// outside of the fan, and a tree of directions for pairs within it: two triangles with a common vertex share
/// other points only if they share a direction from that vertex, and the boxes around the directions of
/// narrow triangles are small. If most triangles are long in one direction, boxes are aligned with it,
/// provided that this makes them much smaller.
class CrossingCandidates {
 public:
  /// @param usable one per triangle: 0 excludes it. The mesh must outlive this object. O(n log n).
  CrossingCandidates(const TriangleMesh& mesh, const std::vector<std::uint8_t>& usable);

  /// Groups of triangles, about a thousand in each: the pairs of each may be searched by another thread.
  std::size_t groupCount() const { return blockGroups() + fanGroups(); }
  std::size_t trianglesIn(std::size_t group) const;
  /// Calls visit(s, t) for pairs that may intersect. Over all groups each pair of usable triangles occurs
  /// once, as (s, t) or as (t, s). @param enter called for each triangle s of the group before its pairs;
  /// false skips them.
  template <class Enter, class Visit>
  void forEachPairOf(std::size_t group, const Enter& enter, const Visit& visit) const;

 private:
  struct Fan {
    std::vector<Index> triangles;  // ascending; the trees store positions in this array
    BoxTree boxes, directions;
  };

  static constexpr std::size_t blocksPerGroup = 32, fanTrianglesPerGroup = 1024;
  static std::size_t partsOf(std::size_t count, std::size_t size) { return (count + size - 1) / size; }
  std::size_t blockGroups() const { return partsOf(others_.blockCount(), blocksPerGroup); }
  std::size_t fanGroups() const { return partsOf(inFans_.size(), fanTrianglesPerGroup); }
  template <class Visit>
  void forEachOfFan(Index s, const Visit& visit) const;
  void assignFans(const std::vector<std::uint8_t>& usable);
  void buildFans();
  static Box directionsOf(const std::array<Vec3, 3>& corners, std::size_t apex);

  const TriangleMesh& mesh_;
  std::vector<Box> boxes_;       // of each triangle, possibly in rotated axes, if there are fans
  std::vector<Index> fanOf_;     // −1: none
  std::vector<Box> directions_;  // of each triangle of a fan, from the apex
  std::vector<Index> apex_;      // of each fan
  std::vector<Fan> fans_;
  std::vector<Index> inFans_;  // triangles of fans
  BoxBlocks others_;           // the other triangles
  BoxTree fanBoxes_;
};

template <class Enter, class Visit>
void CrossingCandidates::forEachPairOf(std::size_t group, const Enter& enter, const Visit& visit) const {
  if (group < blockGroups()) {
    const std::size_t begin = group * blocksPerGroup;
    for (std::size_t block = begin; block < std::min(begin + blocksPerGroup, others_.blockCount()); ++block)
      others_.forEachPairOf(block, enter, visit);
    return;
  }
  const std::size_t begin = (group - blockGroups()) * fanTrianglesPerGroup;
  for (std::size_t i = begin; i < std::min(begin + fanTrianglesPerGroup, inFans_.size()); ++i)
    if (enter(inFans_[i])) forEachOfFan(inFans_[i], visit);
}

// Calls visit(s, t) for the triangles t outside of fans, of the same fan with higher numbers, and of later
// fans.
template <class Visit>
void CrossingCandidates::forEachOfFan(Index s, const Visit& visit) const {
  const auto i = static_cast<std::size_t>(s);
  const Index own = fanOf_[i];
  others_.forEachIn(boxes_[i], [&](Index t) { visit(s, t); });
  const auto visitPart = [&](const BoxTree& tree, const Box& box, const Fan& fan, Index from) {
    tree.queryBox(box, [&](Index place) {
      const Index t = fan.triangles[static_cast<std::size_t>(place)];
      if (t > from) visit(s, t);
      return true;
    });
  };
  const Fan& fan = fans_[static_cast<std::size_t>(own)];
  visitPart(fan.directions, directions_[i], fan, s);
  fanBoxes_.queryBox(boxes_[i], [&](Index other) {
    if (other > own)
      visitPart(fans_[static_cast<std::size_t>(other)].boxes, boxes_[i],
                fans_[static_cast<std::size_t>(other)], -1);
    return true;
  });
}

}  // namespace talus
