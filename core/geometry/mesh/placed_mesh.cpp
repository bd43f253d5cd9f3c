#include "geometry/mesh/placed_mesh.h"

namespace talus {

TriangleMesh placed(TriangleMesh mesh, const Pose& pose) {
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) {
    const Vec3 p = pose.toWorld(mesh.point(static_cast<Index>(i)));
    mesh.x[i] = p.x();
    mesh.y[i] = p.y();
    mesh.z[i] = p.z();
  }
  return mesh;
}

Box placedBounds(const TriangleMesh& mesh, const Pose& pose) {
  Box box;
  for (std::size_t i = 0; i < mesh.pointCount(); ++i)
    box.extend(pose.toWorld(mesh.point(static_cast<Index>(i))));
  return box;
}

}  // namespace talus
