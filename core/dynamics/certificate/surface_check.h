#pragma once

#include "contact/scene/contact_geometry.h"
#include "contact/search/body_pair.h"

namespace talus {

/// Tests whether two bodies share a point, by exact predicates on triangles. Use one object per thread.
class SurfaceCheck {
 public:
  /// Whether a triangle of one touches one of the other, or a shell of one lies inside the other. Exact for
  /// the coordinates that result from rounding when both are transformed into one frame.
  /// 0.5 to 20 µs for small bodies that are near each other.
  bool meet(const ContactGeometry& a, const Pose& poseA, const ContactGeometry& b, const Pose& poseB);

 private:
  BodyPairSearch triangles_;
};

}  // namespace talus
