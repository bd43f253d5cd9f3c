#include "scene/free_space.h"

#include <algorithm>
#include <utility>

namespace talus {

FreeSpace::FreeSpace(std::span<const SharedSurface> surfaces, const PlacementRequest& options,
                     std::size_t expected)
    : surfaces_(surfaces),
      exact_(options.separation == Separation::Surfaces),
      clearance_(options.clearance),
      spheres_(expected) {
  for (const BodyShape& wall : options.walls) {
    SharedSurface surface(wall.mesh);
    const Box box = surface.extent(Eigen::Matrix3d::Identity(), 1).translated(wall.offset);
    walls_.push_back({std::move(surface), {.position = wall.offset}, box});
  }
}

// Bodies whose bounding spheres overlap, or, for Separation::Surfaces, those that touch.
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
  return query(body, position, [](Index) { return false; }) && !touchesWall(body, position);
}

bool FreeSpace::touchesWall(const DrawnBody& body, const Vec3& position) const {
  const Pose pose{position, body.orientation.matrix(), body.size};
  const SharedSurface& surface = surfaces_[static_cast<std::size_t>(body.shape)];
  return std::any_of(walls_.begin(), walls_.end(), [&](const Wall& wall) {
    const bool near = wall.box.exteriorDistance(position) <= body.radius + clearance_;
    return near && SharedSurface::touch(wall.surface, wall.pose, surface, pose, clearance_);
  });
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
