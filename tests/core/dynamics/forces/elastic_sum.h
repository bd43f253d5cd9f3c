#pragma once

#include "dynamics/law/elastic_action.h"

namespace talus {

/// The energy of two bodies, and the force and the torque about its origin on the second.
struct ElasticSum {
  double energy = 0;
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
};

inline ElasticSum sumOf(const ElasticAction& action, const Vec3& origin) {
  ElasticSum sum;
  const auto add = [&](const Vec3& force, const Vec3& point) {
    sum.force += force;
    sum.torque += (point - origin).cross(force);
  };
  add(action.sideForce, action.sidePoint);
  sum.torque += action.couple;
  for (const ContactPoint& point : action.points) {
    sum.energy += point.energy;
    add(point.force * point.normal, point.point);
  }
  return sum;
}

}  // namespace talus
