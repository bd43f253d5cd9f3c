#pragma once

#include <vector>

#include "contact/convex/convex_pair.h"
#include "dynamics/law/contact_point.h"

namespace talus {

/// The elastic part of what two bodies do to each other.
struct ElasticAction {
  FeaturePair features;        ///< closest ones; start here next time
  double distance = 0;         ///< of the bodies; negative: least translation that parts them
  Vec3 normal = Vec3::Zero();  ///< from A to B: direction of that distance; zero where it is not known
  std::vector<ContactPoint> points;
  Vec3 sideForce = Vec3::Zero();  ///< on B, at sidePoint, besides those of the points
  Vec3 sidePoint = Vec3::Zero();
  Vec3 couple = Vec3::Zero();  ///< on B

  /// Nothing acts. @param reference becomes sidePoint.
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
