#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/pose.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus::peers {

/// Another library that looks for contacts between two meshes. Poses are handed over once: what is timed is
/// the query alone.
class MeshPairPeer {
 public:
  virtual ~MeshPairPeer() = default;

  struct PosePair {
    Pose a, b;
  };
  virtual void setPoses(const std::vector<PosePair>& poses) = 0;

  /// What it finds at pose i.
  struct Answer {
    std::size_t contacts = 0;  ///< contact points, or 1 if the meshes meet
    double distance = -1;      ///< of the nearest triangles; −1: not asked for
  };
  virtual Answer query(std::size_t i) = 0;
};

}  // namespace talus::peers
