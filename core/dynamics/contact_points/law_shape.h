#pragma once

#include <optional>

#include "contact/scene/contact_geometry.h"
#include "dynamics/halo/halo_area.h"
#include "dynamics/halo/surface_halo.h"
#include "scene/body_shape.h"

namespace talus {

/// The data of a shape for contact laws. Built once, immutable, shared by its bodies.
struct LawShape {
  const ContactGeometry* geometry = nullptr;
  std::optional<ConvexHalo> convex;    ///< of a convex shape
  std::optional<SurfaceHalo> surface;  ///< if there may be contacts with bodies of any form
  double area = 0;                     ///< of the surface
  double radius = 0;                   ///< of a sphere of the same volume
  double extent = 0;                   ///< maximum distance of a point from the centre of mass
  /// Twice the least distance of a face from the centre of mass if it is convex, otherwise twice the volume
  /// over the area, as of a plate; infinite for an open surface.
  double thickness = 0;

  /// @param prepared of the same shape; must outlive this. @param meetsAny prepare `surface`.
  /// O(triangles log triangles).
  LawShape(const BodyShape& shape, const ContactGeometry& prepared, bool meetsAny);
};

/// A body whose contacts are searched.
struct ContactingBody {
  const LawShape* shape = nullptr;
  Pose pose;
};

inline bool areConvex(const LawShape& a, const LawShape& b) {
  return a.convex.has_value() && b.convex.has_value();
}

}  // namespace talus
