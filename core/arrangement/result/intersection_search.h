#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "arrangement/result/rounded_surface.h"

namespace talus {

/// Finds the pairs of triangles of a rounded surface that intersect, one of them with a new point; and again
/// after changes. What was examined is known by its corners, so that numbers may change.
class IntersectionSearch {
 public:
  using Pair = std::array<Index, 2>;

  /// All such pairs in ascending order, the smaller number first. Pairs of triangles which the last call
  /// examined, and which were not changed since, are not tested again.
  const std::vector<Pair>& find(const RoundedSurface& surface);
  const std::vector<Pair>& pairs() const { return pairs_; }

 private:
  using Corners = std::array<std::array<double, 3>, 3>;
  struct CornersHash {
    std::size_t operator()(const Corners& corners) const;
  };

  static Corners cornersOf(const TriangleMesh& mesh, std::size_t t);
  std::vector<Pair> knownPairs(const RoundedSurface& surface, const std::vector<Index>& examined,
                               std::vector<bool>& isKnown) const;
  void remember(const RoundedSurface& surface, const std::vector<Index>& examined);

  std::unordered_map<Corners, Index, CornersHash> examined_;  // numbers in pairs_; −1: of several triangles
  std::vector<Pair> pairs_;
};

}  // namespace talus
