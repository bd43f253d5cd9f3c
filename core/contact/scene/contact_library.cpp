#include "contact/scene/contact_library.h"

#include <limits>

#include "base/error.h"
#include "geometry/mesh/used_points.h"

namespace talus {

namespace {

constexpr std::size_t fewPoints = 4096;  // a hull of more costs more than all boxes of most bodies

// With a margin of a few rounding errors.
Box boxOf(const SupportTree& points, const Pose& pose) {
  constexpr double roundings = 256 * std::numeric_limits<double>::epsilon();
  const Box extent = points.extent(pose.rotation);
  if (extent.isEmpty()) return extent;
  const Box box(pose.position + pose.scale * extent.min(), pose.position + pose.scale * extent.max());
  const double largest = box.min().cwiseAbs().cwiseMax(box.max().cwiseAbs()).maxCoeff();
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

ContactLibrary::Shape::Shape(const TriangleMesh& mesh) : points(usedPoints(mesh)) {
  diameter = boxOf(points, {}).diagonal().norm();
  if (points.points().size() > fewPoints) return;
  bounds = boundsOf(mesh);
  if (bounds) points = {};
}

void ContactLibrary::add(const TriangleMesh& mesh, const std::string& name, Context& context,
                         const Vec3& offset) {
  auto shape = std::make_unique<Shape>(mesh);
  shape->geometry.emplace(mesh, name, options_, context, offset);
  shapes_.push_back(std::move(shape));
}

void ContactLibrary::addOutline(const TriangleMesh& mesh) {
  shapes_.push_back(std::make_unique<Shape>(mesh));
}

void ContactLibrary::prepare(Index shape, const TriangleMesh& mesh, const std::string& name, Context& context,
                             const Vec3& offset) {
  shapes_[static_cast<std::size_t>(shape)]->geometry.emplace(mesh, name, options_, context, offset);
}

Box ContactLibrary::box(Index shape, const Pose& pose) const {
  const Shape& item = at(shape);
  return item.bounds ? item.bounds->minMax(pose) : boxOf(item.points, pose);
}

}  // namespace talus
