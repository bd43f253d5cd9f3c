#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/large_array.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The triangles of non-zero area of a mesh, packed for random access: 12 bytes per triangle, 24 per point.
class TriangleSet {
 public:
  TriangleSet() = default;
  explicit TriangleSet(const TriangleMesh& mesh);

  std::size_t size() const { return size_; }
  std::array<Vec3, 3> operator[](std::size_t t) const {
    const auto& [a, b, c] = corners_[t];
    return {points_[a], points_[b], points_[c]};
  }
  /// Fetch what operator[] reads into the cache: first which points, then these.
  void fetchCorners(std::size_t t) const { __builtin_prefetch(&corners_[t]); }
  void fetchPoints(std::size_t t) const {
    for (const std::uint32_t corner : corners_[t]) {
      __builtin_prefetch(&points_[corner].x());
      __builtin_prefetch(&points_[corner].z());  // often in another cache line
    }
  }
  /// Box of all triangles.
  const Box& bounds() const { return bounds_; }
  std::size_t memoryBytes() const;

 private:
  LargeArray<Vec3> points_;
  LargeArray<std::array<std::uint32_t, 3>> corners_;  // room for the triangles without area, too
  std::size_t size_ = 0;
  Box bounds_;
};

}  // namespace talus
