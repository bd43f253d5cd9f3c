#pragma once

#include <array>

#include "surrogate/halo_kernel.h"

namespace talus {

/// Distances of many points to one triangle.
class TriangleHalo {
 public:
  using Corners = std::array<Vec3, 3>;

  explicit TriangleHalo(const Corners& corners);

  /// Weights of the corners, ≥ 0 and with sum 1, of the point of the triangle nearest to p, to within
  /// rounding. For a triangle of zero area, any of its points. About 5 ns.
  std::array<double, 3> weights(const Vec3& p) const;
  Vec3 at(const std::array<double, 3>& weights) const;
  /// The point farthest from the triangle.
  FarthestPoint farthest(const PaddedPoints& points) const { return farthestFrom(triangle_, points); }

 private:
  HaloTriangle triangle_;
};

}  // namespace talus
