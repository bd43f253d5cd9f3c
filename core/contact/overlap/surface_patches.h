#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The triangles of a surface in patches of a few that lie together, each with its box and the points that
/// its triangles use, so that a search skips those far away, and places each point of the others about once.
///
/// Build O(N log N); about 15 bytes per triangle.
class SurfacePatches {
 public:
  struct Patch {
    Box box;
    std::uint32_t point = 0, points = 0;        // the first, and their number
    std::uint32_t triangle = 0, triangles = 0;  // the same
  };
  /// A triangle's corners, as numbers of its patch's points.
  using Triangle = std::array<std::uint8_t, 3>;

  SurfacePatches() = default;
  explicit SurfacePatches(const TriangleMesh& mesh);

  const std::vector<Patch>& patches() const { return patches_; }
  std::span<const Index> points(const Patch& patch) const {
    return std::span(points_).subspan(patch.point, patch.points);
  }
  std::span<const Triangle> triangles(const Patch& patch) const {
    return std::span(triangles_).subspan(patch.triangle, patch.triangles);
  }

 private:
  using Numbers = std::span<std::uint32_t>;

  void divide(const TriangleMesh& mesh, Numbers triangles);
  void add(const TriangleMesh& mesh, Numbers triangles);

  std::vector<Patch> patches_;
  std::vector<Index> points_;
  std::vector<Triangle> triangles_;
};

}  // namespace talus
