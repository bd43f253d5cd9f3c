#include "scene/free_space.h"

namespace talus {

FreeSpace::FreeSpace(std::span<const SharedSurface> surfaces, const PlacementOptions& options,
                     std::size_t expected)
    : surfaces_(surfaces),
      exact_(options.separation == Separation::Surfaces),
      clearance_(options.clearance),
      spheres_(expected) {}

// Bodies whose bounding spheres overlap; where surfaces count, those that touch.
template <class Visit>
bool FreeSpace::query(const DrawnBody& body, const Vec3& position, const Visit& visit) const {
  if (!exact_) return spheres_.query(position, reach(body), visit);
  const Pose pose{position, body.orientation.matrix(), body.size};
  const SharedSurface& surface = surfaces_[static_cast<std::size_t>(body.shape)];
  return spheres_.query(position, reach(body), [&](Index i) {
    const Taken& other = taken_[static_cast<std::size_t>(i)];
    const SharedSurface& otherSurface = surfaces_[static_cast<std::size_t>(other.shape)];
    return !SharedSurface::touch(otherSurface, other.pose, surface, pose, clearance_) || visit(i);
  });
}

bool FreeSpace::isFree(const DrawnBody& body, const Vec3& position) const {
  return query(body, position, [](Index) { return false; });
}

std::int64_t FreeSpace::overlaps(const DrawnBody& body, const Vec3& position) const {
  std::int64_t count = 0;
  query(body, position, [&count](Index) { return ++count > 0; });
  return count;
}

void FreeSpace::take(const DrawnBody& body, const Vec3& position) {
  spheres_.insert(position, reach(body));
  if (exact_) taken_.push_back({body.shape, {position, body.orientation.matrix(), body.size}});
}

}  // namespace talus
