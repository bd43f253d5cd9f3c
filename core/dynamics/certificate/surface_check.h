#pragma once

#include "contact/scene/contact_geometry.h"
#include "contact/search/body_pair.h"

namespace talus {

/// Whether two bodies share a point, by exact predicates on their triangles. One for each thread.
class SurfaceCheck {
 public:
  /// Whether a triangle of one touches one of the other, or a shell of one lies within the other's solid.
  /// Exact for the coordinates as they are rounded when both are brought into one frame.
  /// 0.5 to 20 µs for small bodies that are near each other.
  bool meet(const ContactGeometry& a, const Pose& poseA, const ContactGeometry& b, const Pose& poseB);

 private:
  BodyPairSearch triangles_;
};

}  // namespace talus
