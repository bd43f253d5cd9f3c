#pragma once

#include "dynamics/contact_points/contact_point_finder.h"
#include "dynamics/halo/surface_halo_finder.h"

namespace talus {

/// The points of two closed bodies of any form: SurfaceHaloFinder. Keeps its buffers: use one object per
/// thread.
class SurfacePoints {
 public:
  /// @param skin see TriangleContactSearch. @param placesOnly see SurfaceHaloFinder.
  SurfacePoints(double skin, bool placesOnly) : finder_(skin, placesOnly) {}

  static bool areClosed(const ContactingBody& a, const ContactingBody& b) {
    return a.shape->surface && b.shape->surface;
  }
  /// @pre areClosed(). @param action replaced.
  void find(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
            const ContactPointFinder::Known& known, ElasticAction& action) {
    finder_.find(bodyOf(a), bodyOf(b), law, {keptOf(known), known.ahead}, action);
  }

 private:
  static SurfaceBody bodyOf(const ContactingBody& body) {
    return {&*body.shape->surface, &body.shape->geometry->triangles(), body.pose};
  }
  NearSurfaces* keptOf(const ContactPointFinder::Known& known) const {
    if (known.surfaces == nullptr || !finder_.keepsLists()) return nullptr;
    if (*known.surfaces == nullptr) *known.surfaces = std::make_unique<NearSurfaces>();
    return known.surfaces->get();
  }

  SurfaceHaloFinder finder_;
};

}  // namespace talus
