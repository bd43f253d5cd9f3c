#include "contact/scene/contact_body.h"

#include <algorithm>

namespace talus {

double reachOf(const ContactBody& a, const ContactBody& b) {
  return a.halo + b.halo;
}

double sizeOf(const ContactBody& body) {
  const Box& box = body.geometry->bounds();
  return body.pose.scale * std::max(box.min().cwiseAbs().maxCoeff(), box.max().cwiseAbs().maxCoeff());
}

double roundingGap(const ContactBody& a, const ContactBody& b) {
  return 1e-9 * std::max(sizeOf(a), sizeOf(b));
}

PlacedShape placed(const ContactBody& body) {
  return {&body.geometry->triangles(), body.pose};
}

PlacedShape placedSolid(const ContactBody& body) {
  return {&body.geometry->solidTriangles(), body.pose};
}

std::array<Vec3, 3> placedTriangle(const TriangleMesh& mesh, const Pose& pose, Index triangle) {
  const auto [a, b, c] = mesh.corners(static_cast<std::size_t>(triangle));
  return {pose.toWorld(a), pose.toWorld(b), pose.toWorld(c)};
}

Vec3 farthestPoint(const ContactBody& body, const Vec3& direction) {
  Vec3 farthest = body.pose.toWorld(body.geometry->points()[0]);
  for (const Vec3& p : body.geometry->points())
    if (const Vec3 point = body.pose.toWorld(p); direction.dot(point) > direction.dot(farthest))
      farthest = point;
  return farthest;
}

}  // namespace talus
