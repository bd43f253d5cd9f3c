#include "dynamics/overlap_recovery.h"

#include <algorithm>

namespace talus {

namespace {

constexpr Index patience = 100;  // accepted steps

// What is left of a force at this speed of leaving.
double drive(double leaving, double limit) {
  return std::clamp(1 - leaving / limit, 0.0, 1.0);
}

}  // namespace

PairLoads recoverFromOverlap(const RecoveryRule& rule, const MovingBody& a, const MovingBody& b,
                             std::span<ContactPoint> points, PairMemory& memory) {
  PairLoads loads;
  double depth = 0;
  for (const ContactPoint& point : points) depth = std::max(depth, point.depth);
  const bool deep = depth > 2 * rule.reach;
  if (!deep && (memory.overlap == 0 || depth < 0.5 * rule.reach)) {
    memory.overlap = 0;
    memory.stalled = 0;
    return loads;
  }
  if (memory.overlap == 0 || depth < 0.99 * memory.overlap)
    memory.overlap = depth;
  else
    ++memory.stalled;
  for (ContactPoint& point : points) {
    const Vec3 velocity = b.velocityAt(point.point) - a.velocityAt(point.point);
    if (point.force > 0) point.force *= drive(velocity.dot(point.normal), rule.speed);
  }
  if (memory.stalled <= patience) return loads;
  const Vec3 between = b.pose.position - a.pose.position;
  const Vec3 way = between.norm() > 0 ? Vec3(between.normalized()) : Vec3(Vec3::UnitZ());
  const double harder = std::min(10.0, static_cast<double>(memory.stalled) / patience);
  loads.add(rule.push * harder * drive((b.velocity - a.velocity).dot(way), rule.speed) * way,
            0.5 * (a.pose.position + b.pose.position), a, b);
  return loads;
}

}  // namespace talus
