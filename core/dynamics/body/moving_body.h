#pragma once

#include "base/cross.h"
#include "base/pose.h"

namespace talus {

/// The state of a body for contact forces at one time. In the world.
struct MovingBody {
  Pose pose;
  Vec3 velocity = Vec3::Zero();                              ///< of the centre of mass
  Vec3 angularVelocity = Vec3::Zero();                       ///< rad/s
  double inverseMass = 0;                                    ///< 1/kg; 0 for a wall
  Eigen::Matrix3d inverseInertia = Eigen::Matrix3d::Zero();  ///< world axes; zero for a wall

  Vec3 velocityAt(const Vec3& point) const {
    return velocity + cross(angularVelocity, point - pose.position);
  }
  /// The reciprocal of the effective mass for a force at a point along a unit vector, 1/kg.
  double inverseMassAt(const Vec3& point, const Vec3& direction) const {
    const Vec3 lever = cross(point - pose.position, direction);
    return inverseMass + lever.dot(inverseInertia * lever);
  }
};

/// The loads between two bodies: a force on B, its opposite on A, and torques about both centres of mass.
struct PairLoads {
  Vec3 force = Vec3::Zero();
  Vec3 torqueA = Vec3::Zero(), torqueB = Vec3::Zero();

  /// Adds a force on B at a point, and its opposite on A at the same point: momentum is conserved.
  void add(const Vec3& f, const Vec3& point, const MovingBody& a, const MovingBody& b) {
    force += f;
    torqueA -= cross(point - a.pose.position, f);
    torqueB += cross(point - b.pose.position, f);
  }
  void add(const PairLoads& other) {
    force += other.force;
    torqueA += other.torqueA;
    torqueB += other.torqueB;
  }
  /// Adds a torque on B, and its opposite on A.
  void addCouple(const Vec3& torque) {
    torqueA -= torque;
    torqueB += torque;
  }
};

/// Those of the loads between two bodies that take energy from all motion: the force on B, and its torque
/// about the centre of mass of A. The loads on A are opposite.
struct DampingLoads {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();

  void add(const Vec3& f, const Vec3& point, const MovingBody& a) {
    force += f;
    torque += cross(point - a.pose.position, f);
  }
  void add(const DampingLoads& other) {
    force += other.force;
    torque += other.torque;
  }
};

}  // namespace talus
