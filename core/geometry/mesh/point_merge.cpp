#include "geometry/mesh/point_merge.h"

#include <bit>
#include <cstdint>

namespace talus {

namespace {

constexpr Index none = -1;

std::uint64_t hashOf(const Vec3& p) {
  std::uint64_t h = 0;
  for (const double v : p) {
    h ^= std::bit_cast<std::uint64_t>(v + 0.0);  // −0.0 + 0.0 is 0.0
    h *= 0x9e3779b97f4a7c15u;                    // 2^64 / golden ratio
    h ^= h >> 32;
  }
  return h;
}

// The distinct points so far, with a hash table (open addressing, linear probing).
class PointSet {
 public:
  PointSet(TriangleMesh& points, std::size_t maximum)
      : points_(points), slots_(std::bit_ceil(2 * maximum + 1), none), mask_(slots_.size() - 1) {}

  // Number of the point equal to p, added if there is none yet.
  Index insert(const Vec3& p) {
    if (p.hasNaN()) return points_.addPoint(p);
    std::size_t slot = hashOf(p) & mask_;
    for (; slots_[slot] != none; slot = (slot + 1) & mask_)
      if (points_.point(slots_[slot]) == p) return slots_[slot];
    return slots_[slot] = points_.addPoint(p);
  }

 private:
  TriangleMesh& points_;
  std::vector<Index> slots_;
  std::size_t mask_;
};

}  // namespace

MergedMesh mergeDuplicatePoints(const TriangleMesh& mesh) {
  MergedMesh merged;
  merged.pointOf.reserve(mesh.pointCount());
  for (auto* axis : {&merged.mesh.x, &merged.mesh.y, &merged.mesh.z}) axis->reserve(mesh.pointCount());
  PointSet set(merged.mesh, mesh.pointCount());
  for (std::size_t i = 0; i < mesh.pointCount(); ++i)
    merged.pointOf.push_back(set.insert(Vec3(mesh.x[i], mesh.y[i], mesh.z[i])));

  const auto renumbered = [&merged](const std::vector<Index>& corners) {
    std::vector<Index> result;
    result.reserve(corners.size());
    for (const Index i : corners) result.push_back(merged.pointOf[static_cast<std::size_t>(i)]);
    return result;
  };
  merged.mesh.a = renumbered(mesh.a);
  merged.mesh.b = renumbered(mesh.b);
  merged.mesh.c = renumbered(mesh.c);
  return merged;
}

}  // namespace talus
