#pragma once

#include "dynamics/body/body_inertia.h"
#include "dynamics/field/linear_contact.h"
#include "dynamics/implicit/block_cholesky.h"

namespace talus {

/// Motions of bodies, six rows each: m, rad.
using BodyMotionRows = Eigen::VectorXd;
/// A displacement at a point as a function of a body's motion; the same in two directions.
using AlongMotion = Eigen::Matrix<double, 6, 1>;
using AcrossMotion = Eigen::Matrix<double, 6, 2>;

/// The numbers of a contact's bodies in the system; −1: a wall.
struct ContactRows {
  BlockCholesky::Row a = -1, b = -1;
};

/// A contact point with a barrier.
struct BarrierPoint {
  BlockCholesky::Row bodyA, bodyB;  // numbers in the island; −1: a wall
  AlongMotion ofA, ofB;             // change of the gap with the motions
  BarrierSpring barrier;
  double gap, atRest;           // at rest, and the force there
  double driven;                // its change by walls
  double at, force, stiffness;  // where the barrier is linearised
  double inertialStiffness;     // N/m: barriers of less stiffness do little beside the inertia of the bodies
  double inertialGap = 0;       // the gap of that stiffness; 0: not yet known

  /// The change of the gap, m.
  double moved(const BodyMotionRows& motions) const;
  /// Whether the second derivative changes little on the way.
  bool isNear(const BodyMotionRows& motions) const;
  /// Linearises the barrier where motions have led. Returns whether it was so already: whether the linear
  /// force there is right, or wrong by too little to move the bodies.
  bool follow(const BodyMotionRows& motions);
  /// The force at rest if forces were those of the linear system, less the one there.
  double excess() const;
  void addStiffness(bool toA, BlockCholesky::Block& sum) const;

  void linearise(double where);
};

/// A friction or rolling spring.
struct FrictionSpring {
  BlockCholesky::Row bodyA, bodyB;
  AcrossMotion ofA, ofB;  // change of the shift with the motions, along and across the slip
  LimitedSpring friction;
  Eigen::Vector2d shift;     // at rest
  Eigen::Vector2d driven;    // its change by walls
  bool slips;                // at rest
  double secant;             // force over shift, at rest or after the last motions
  bool derived;              // whether the matrix has the second derivative, not the secant
  double change = 0;         // of the secant's logarithm with the last motions
  double extrapolation = 1;  // how many times as far the secant went

  /// The change of the shift, m or rad.
  Eigen::Vector2d moved(const BodyMotionRows& motions) const;
  bool isNear(const BodyMotionRows& motions) const;
  bool follow(const BodyMotionRows& motions);
  Eigen::Vector2d excess() const;
  void addStiffness(bool toA, BlockCholesky::Block& sum) const;

 private:
  void extrapolate(double before);
};

/// A point of a contact at rest. @param driven how far walls move B's material there beside A's.
/// @param square dt², s².
BarrierPoint barrierPoint(const ContactRows& rows, const LinearContact& contact, const BodyInertia& inertia,
                          const BodyState& state, const Vec3& driven, double square);
/// The same for friction and rolling.
FrictionSpring frictionSpring(const ContactRows& rows, const LinearContact& contact, const BodyState& state,
                              const Vec3& driven);

}  // namespace talus
