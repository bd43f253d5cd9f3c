#pragma once

#include <cstdint>
#include <vector>

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

  /// Calls visit(t) for triangles t that may intersect s. Over all usable s each pair occurs once, as (s,
  /// t) or as (t, s).
  template <class Visit>
  void forEachOf(Index s, const Visit& visit) const;

 private:
  struct Fan {
    std::vector<Index> triangles;  // ascending; the trees store positions in this array
    BoxTree boxes, directions;
  };

  void assignFans(const std::vector<std::uint8_t>& usable);
  void buildFans();
  static Box directionsOf(const std::array<Vec3, 3>& corners, std::size_t apex);

  const TriangleMesh& mesh_;
  std::vector<Box> boxes_;       // of each triangle, possibly in rotated axes; empty if it is not usable
  std::vector<Index> fanOf_;     // −1: none
  std::vector<Box> directions_;  // of each triangle of a fan, from the apex
  std::vector<Index> apex_;      // of each fan
  std::vector<Fan> fans_;
  BoxTree others_, fanBoxes_;
};

template <class Visit>
void CrossingCandidates::forEachOf(Index s, const Visit& visit) const {
  const auto i = static_cast<std::size_t>(s);
  const Index own = fanOf_[i];
  others_.queryBox(boxes_[i], [&](Index t) {
    if (own >= 0 || t > s) visit(t);
    return true;
  });
  if (own < 0) return;
  const auto visitPart = [&](const BoxTree& tree, const Box& box, const Fan& fan, Index from) {
    tree.queryBox(box, [&](Index place) {
      const Index t = fan.triangles[static_cast<std::size_t>(place)];
      if (t > from) visit(t);
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
