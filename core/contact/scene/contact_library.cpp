#include "contact/scene/contact_library.h"

#include <limits>

#include "base/error.h"

namespace talus {

namespace {

Box boxOf(const std::vector<Vec3>& points, const Pose& pose) {
  constexpr double roundings = 256 * std::numeric_limits<double>::epsilon();
  Box box;
  double largest = 0;
  for (const Vec3& p : points) {
    const Vec3 world = pose.toWorld(p);
    box.extend(world);
    largest = std::max(largest, world.lpNorm<Eigen::Infinity>());
  }
  const Vec3 margin = Vec3::Constant(roundings * (largest + pose.position.lpNorm<Eigen::Infinity>()));
  return {box.min() - margin, box.max() + margin};
}

// Surfaces that lie in a plane have no hull.
std::optional<ShapeBounds> boundsOf(const TriangleMesh& mesh) {
  try {
    return ShapeBounds(mesh);
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

void ContactLibrary::add(const TriangleMesh& mesh, const std::string& name, Context& context,
                         const Vec3& offset) {
  auto shape =
      std::make_unique<Shape>(Shape{ContactGeometry(mesh, name, options_, context, offset), boundsOf(mesh)});
  shape->diameter = boxOf(shape->geometry.points(), {}).diagonal().norm();
  shapes_.push_back(std::move(shape));
}

Box ContactLibrary::box(Index shape, const Pose& pose) const {
  const Shape& item = at(shape);
  if (!item.bounds) return boxOf(item.geometry.points(), pose);
  return item.bounds->minMax(pose);
}

}  // namespace talus
