#pragma once

#include <memory>
#include <span>

#include "enclosure/enclosure.h"

namespace talus::peers {

/// The usual test with Embree 3: shoot a ray, look at the first hit's normal. Single precision, not exact.
class EmbreeSide {
 public:
  /// @param threads of the build, 0 for all.
  explicit EmbreeSide(const TriangleMesh& mesh, int threads = 0);
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
