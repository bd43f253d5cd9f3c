#include "dynamics/contact_forces/overlap_recovery.h"

#include <algorithm>

namespace talus {

namespace {

constexpr Index patience = 100;  // accepted steps

// Fraction of a force that remains at this speed of separation.
double drive(double leaving, double limit) {
  return std::clamp(1 - leaving / limit, 0.0, 1.0);
}

double depthOf(const ElasticAction& action, double withheld) {
  double depth = 0;
  for (const ContactPoint& point : action.points) depth = std::max(depth, point.depth + withheld);
  return depth;
}

double distanceOf(const MovingBody& a, const MovingBody& b) {
  return (b.pose.position - a.pose.position).norm();
}

void scale(ElasticAction& action, double part) {
  for (ContactPoint& point : action.points) {
    point.force *= part;
    point.stiffness *= part;
    point.energy *= part;
  }
  action.sideForce *= part;
  action.couple *= part;
}

// Half of the elastic energy becomes that of the push.
void turnIntoPush(const ElasticAction& action, double distance, double apart, RecoveryMemory& memory) {
  const double way = apart - distance;
  if (!(way > 0)) return;
  double elastic = 0;
  for (const ContactPoint& point : action.points) elastic += point.energy;
  const double left = memory.push * std::max(0.0, memory.pushEnd - distance);
  memory.push = (left + std::max(0.0, 0.5 * memory.elastic * elastic)) / way;
  memory.pushEnd = apart;
  memory.elastic *= 0.5;
}

void fadePoints(const MovingBody& a, const MovingBody& b, double speed, ElasticAction& action,
                DampingLoads& lost) {
  for (ContactPoint& point : action.points) {
    const double leaving = (b.velocityAt(point.point) - a.velocityAt(point.point)).dot(point.normal);
    if (!(point.force > 0 && leaving > 0)) continue;
    const double left = drive(leaving, speed);
    lost.add((left - 1) * point.force * point.normal, point.point, a);
    point.force *= left;
  }
}

void addPush(const MovingBody& a, const MovingBody& b, double speed, const RecoveryMemory& memory,
             Recovery& recovery) {
  const Vec3 between = b.pose.position - a.pose.position;
  const double distance = between.norm();
  if (memory.push == 0 || distance >= memory.pushEnd) return;
  const Vec3 way = distance > 0 ? Vec3(between / distance) : Vec3(Vec3::UnitZ());
  const double leaving = (b.velocity - a.velocity).dot(way), left = drive(leaving, speed);
  const Vec3 middle = 0.5 * (a.pose.position + b.pose.position);
  recovery.push.add(left * memory.push * way, middle, a, b);
  recovery.lost.add((left - 1) * memory.push * way, middle, a);
}

}  // namespace

double pushEnergy(const RecoveryMemory& memory, const MovingBody& a, const MovingBody& b) {
  return memory.push * std::max(0.0, memory.pushEnd - distanceOf(a, b));
}

bool needNoRecovery(double range, double withheld, const ElasticAction& action, RecoveryMemory& memory) {
  const double depth = depthOf(action, withheld);
  const bool deep = depth > 2 * range;
  const bool over = memory.overlap == 0 || (depth < 0.5 * range && memory.elastic == 1);
  if (deep || !over) return false;
  memory = {};
  return true;
}

Recovery recoverFromOverlap(const RecoveryRule& rule, const MovingBody& a, const MovingBody& b,
                            ElasticAction& action, RecoveryMemory& memory) {
  const double depth = depthOf(action, rule.withheld);
  if (memory.overlap == 0 || depth < 0.99 * memory.overlap)
    memory.overlap = depth;
  else if (++memory.stalled % patience == 0 && memory.sinceStart != 0)
    turnIntoPush(action, distanceOf(a, b), rule.apart, memory);
  scale(action, memory.elastic);
  Recovery recovery;
  fadePoints(a, b, rule.speed, action, recovery.lost);
  recovery.energy = pushEnergy(memory, a, b);
  addPush(a, b, rule.speed, memory, recovery);
  return recovery;
}

}  // namespace talus
