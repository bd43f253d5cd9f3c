#include "contact/overlap/surface_patches.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace talus {

namespace {

constexpr std::size_t maximumTriangles = 16;  // of a patch

Vec3 middleOf(const TriangleMesh& mesh, std::uint32_t triangle) {
  const auto [a, b, c] = mesh.corners(triangle);
  return (a + b + c) / 3;
}

}  // namespace

SurfacePatches::SurfacePatches(const TriangleMesh& mesh) {
  std::vector<std::uint32_t> all(mesh.triangleCount());
  std::iota(all.begin(), all.end(), 0U);
  if (!all.empty()) divide(mesh, all);
}

// Halves a set of triangles where it is longest, until it is a patch.
void SurfacePatches::divide(const TriangleMesh& mesh, Numbers triangles) {
  if (triangles.size() <= maximumTriangles) return add(mesh, triangles);
  Box middles;
  for (const std::uint32_t t : triangles) middles.extend(middleOf(mesh, t));
  Eigen::Index axis = 0;
  middles.sizes().maxCoeff(&axis);
  const auto key = [&](std::uint32_t t) { return std::pair(middleOf(mesh, t)[axis], t); };
  const std::size_t half = triangles.size() / 2;
  std::nth_element(triangles.begin(), triangles.begin() + static_cast<std::ptrdiff_t>(half), triangles.end(),
                   [&](std::uint32_t s, std::uint32_t t) { return key(s) < key(t); });
  divide(mesh, triangles.first(half));
  divide(mesh, triangles.subspan(half));
}

void SurfacePatches::add(const TriangleMesh& mesh, Numbers triangles) {
  Patch patch;
  patch.point = static_cast<std::uint32_t>(points_.size());
  patch.triangle = static_cast<std::uint32_t>(triangles_.size());
  for (const std::uint32_t t : triangles) {
    Triangle& triangle = triangles_.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      const Index point = mesh.triangle(t)[k];
      const auto begin = points_.begin() + patch.point;
      const auto found = std::find(begin, points_.end(), point);
      triangle[k] = static_cast<std::uint8_t>(found - begin);
      if (found == points_.end()) points_.push_back(point);
      patch.box.extend(mesh.point(point));
    }
  }
  patch.points = static_cast<std::uint32_t>(points_.size()) - patch.point;
  patch.triangles = static_cast<std::uint32_t>(triangles.size());
  patches_.push_back(patch);
}

}  // namespace talus
