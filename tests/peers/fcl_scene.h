#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/pose.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus::peers {

/// What FCL is asked about each pair of meshes whose boxes overlap.
enum class FclQuestion {
  Meet,      ///< whether they do
  Contacts,  ///< points, normals and depths of all pairs of triangles that intersect
  Distance   ///< the least distance, 0 where they meet
};

/// Many meshes in FCL's dynamic tree of boxes, each with its own tree of volumes (OBBRSS), which is built
/// once.
class FclScene {
 public:
  explicit FclScene(const std::vector<TriangleMesh>& meshes);
  ~FclScene();

  /// @param poses of scale 1, one for each mesh. @return how many pairs meet.
  std::size_t search(const std::vector<Pose>& poses, FclQuestion question);

 private:
  struct Objects;
  std::unique_ptr<Objects> objects_;
};

}  // namespace talus::peers
