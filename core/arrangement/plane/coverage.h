#pragma once

#include <array>
#include <functional>

#include "arrangement/plane/planar_complex.h"

namespace talus {

/// Calls visit(t) for the triangles of a complex that lie in a triangle of its plane, whose sides are rows of
/// edges of the complex. Keeps its memory. O(triangles visited).
class Coverage {
 public:
  explicit Coverage(const PlanarComplex& complex)
      : complex_(complex),
        seenPoint_(complex.points().size(), -1),
        sides_(complex.points().size()),
        seen_(complex.triangleCount(), -1) {}

  /// @param corners of the triangle, in the complex. @param clockwise whether it is in the projection.
  void forEachIn(const std::array<Index, 3>& corners, bool clockwise,
                 const std::function<void(Index)>& visit);

 private:
  using Sides = std::array<int, 3>;  // of a point, seen from each side: 1 inner, 0 on it, −1 outer

  const Sides& sidesOf(Index point);
  bool isInside(Index facet);
  bool isOnOneSide(Index p, Index q);

  const PlanarComplex& complex_;
  std::vector<Index> seenPoint_;
  std::vector<Sides> sides_;
  std::vector<Index> seen_;
  std::array<Index, 3> corners_{};
  int turn_ = 1;
  Index round_ = -1;
};

}  // namespace talus
