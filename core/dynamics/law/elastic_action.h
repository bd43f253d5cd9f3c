#pragma once

#include <vector>

#include "contact/convex/convex_pair.h"
#include "dynamics/law/contact_point.h"

namespace talus {

/// The elastic forces between two bodies.
struct ElasticAction {
  FeaturePair features;        ///< closest features; the next search starts here
  double distance = 0;         ///< of the bodies; negative: the shortest translation that separates them
  Vec3 normal = Vec3::Zero();  ///< from A to B: direction of that distance; zero: unknown
  std::vector<ContactPoint> points;
  Vec3 sideForce = Vec3::Zero();  ///< on B, at sidePoint, in addition to the points' forces
  Vec3 sidePoint = Vec3::Zero();
  Vec3 couple = Vec3::Zero();  ///< torque on B

  /// Removes all forces. @param reference becomes sidePoint.
  void clear(const Vec3& reference) {
    features = {};
    distance = 0;
    normal = Vec3::Zero();
    points.clear();
    sideForce = couple = Vec3::Zero();
    sidePoint = reference;
  }
};

}  // namespace talus
