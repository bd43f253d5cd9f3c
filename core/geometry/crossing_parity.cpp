#include "geometry/crossing_parity.h"

#include <array>

#include "geometry/intersection.h"
#include "geometry/predicates.h"

namespace talus {

namespace {

// Does the segment from p to q pierce the triangle's inside? Nothing if it touches it in another way.
std::optional<bool> pierces(const Vec3& p, const Vec3& q, const Corners& triangle) {
  const auto& [a, b, c] = triangle;
  if (!segmentMeetsTriangle(p, q, triangle)) return false;
  const int side = orient3d(p, q, a, b);
  const bool clean = side != 0 && side == orient3d(p, q, b, c) && side == orient3d(p, q, c, a) &&
                     orient3d(a, b, c, p) * orient3d(a, b, c, q) < 0;
  return clean ? std::optional(true) : std::nullopt;
}

}  // namespace

std::optional<bool> oddCrossings(const TriangleMesh& mesh, std::span<const Index> triangles, const Vec3& p) {
  static const std::array<Vec3, 5> directions{Vec3(0.83, 0.41, 0.37), Vec3(-0.29, 0.71, 0.64),
                                              Vec3(0.53, -0.67, 0.52), Vec3(-0.61, -0.47, -0.64),
                                              Vec3(0.19, 0.33, -0.92)};
  if (!p.allFinite()) return std::nullopt;
  Box box(p);
  std::vector<Corners> solid;
  for (const Index t : triangles) {
    const Corners corners = mesh.corners(static_cast<std::size_t>(t));
    const bool finite = corners[0].allFinite() && corners[1].allFinite() && corners[2].allFinite();
    if (!finite || collinear(corners[0], corners[1], corners[2])) continue;
    solid.push_back(corners);
    box.extend(boxOf(corners));
  }
  for (const Vec3& direction : directions) {
    const Vec3 end = p + 4 * box.diagonal().norm() * direction;
    bool odd = false, clean = true;
    for (std::size_t i = 0; clean && i < solid.size(); ++i) {
      const std::optional<bool> pierced = pierces(p, end, solid[i]);
      clean = pierced.has_value();
      odd ^= pierced.value_or(false);
    }
    if (clean) return odd;
  }
  return std::nullopt;
}

}  // namespace talus
