#include "geometry/mesh/point_merge.h"

#include <bit>
#include <cstdint>
#include <utility>

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

// The distinct points so far, by a hash table (open addressing, linear probing).
class PointSet {
 public:
  explicit PointSet(const TriangleMesh& mesh)
      : mesh_(mesh), slots_(std::bit_ceil(2 * mesh.pointCount() + 1), none), mask_(slots_.size() - 1) {}

  // The first point that equals this one: itself, if there was none.
  Index insert(Index point) {
    const Vec3 p = mesh_.point(point);
    if (p.hasNaN()) return point;
    std::size_t slot = hashOf(p) & mask_;
    for (; slots_[slot] != none; slot = (slot + 1) & mask_)
      if (mesh_.point(slots_[slot]) == p) return slots_[slot];
    return slots_[slot] = point;
  }

 private:
  const TriangleMesh& mesh_;
  std::vector<Index> slots_;
  std::size_t mask_;
};

// Numbers of the merged points, and how many there are.
std::size_t numberPoints(const TriangleMesh& mesh, std::vector<Index>& pointOf) {
  PointSet set(mesh);
  std::size_t count = 0;
  pointOf.resize(mesh.pointCount());
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) {
    const auto first = static_cast<std::size_t>(set.insert(static_cast<Index>(i)));
    pointOf[i] = first == i ? static_cast<Index>(count++) : pointOf[first];
  }
  return count;
}

std::vector<Index> renumbered(const std::vector<Index>& corners, const std::vector<Index>& pointOf) {
  std::vector<Index> result;
  result.reserve(corners.size());
  for (const Index i : corners) result.push_back(pointOf[static_cast<std::size_t>(i)]);
  return result;
}

TriangleMesh withoutRepeats(const TriangleMesh& mesh, const std::vector<Index>& pointOf, std::size_t count) {
  TriangleMesh merged;
  for (auto* axis : {&merged.x, &merged.y, &merged.z}) axis->reserve(count);
  for (std::size_t i = 0; i < mesh.pointCount(); ++i)
    if (static_cast<std::size_t>(pointOf[i]) == merged.pointCount())
      merged.addPoint(mesh.point(static_cast<Index>(i)));
  merged.a = renumbered(mesh.a, pointOf);
  merged.b = renumbered(mesh.b, pointOf);
  merged.c = renumbered(mesh.c, pointOf);
  return merged;
}

}  // namespace

MergedMesh mergeDuplicatePoints(const TriangleMesh& mesh) {
  MergedMesh merged;
  const std::size_t count = numberPoints(mesh, merged.pointOf);
  merged.mesh = count == mesh.pointCount() ? mesh : withoutRepeats(mesh, merged.pointOf, count);
  return merged;
}

MergedMesh mergeDuplicatePoints(TriangleMesh&& mesh) {
  MergedMesh merged;
  const std::size_t count = numberPoints(mesh, merged.pointOf);
  merged.mesh = count == mesh.pointCount() ? std::move(mesh) : withoutRepeats(mesh, merged.pointOf, count);
  return merged;
}

}  // namespace talus
