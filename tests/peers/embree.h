#pragma once

#include <memory>
#include <span>

#include "enclosure/interface/enclosure.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus::peers {

/// How Embree builds and traverses.
struct EmbreeOptions {
  int threads = 0;           ///< of the build, 0 for all
  bool highQuality = false;  ///< RTC_BUILD_QUALITY_HIGH: spatial splits, a slower build for faster rays
  bool robust = false;       ///< RTC_SCENE_FLAG_ROBUST: no ray slips through an edge
  bool packets = false;      ///< 16 rays at a time in place of one
};

/// The usual test with Embree 3: shoot a ray, look at the first hit's normal. Single precision, not exact.
class EmbreeSide {
 public:
  EmbreeSide(const TriangleMesh& mesh, const EmbreeOptions& options);
  ~EmbreeSide();
  EmbreeSide(const EmbreeSide&) = delete;
  EmbreeSide& operator=(const EmbreeSide&) = delete;

  /// Thread-safe.
  void classify(std::span<const Vec3> points, std::span<Side> sides) const;

 private:
  struct Scene;
  std::unique_ptr<Scene> scene_;
};

}  // namespace talus::peers
