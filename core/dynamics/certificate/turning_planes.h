#pragma once

#include <span>

#include "base/pose.h"
#include "dynamics/certificate/step_motion.h"

namespace talus {

/// A convex part of a body, and the body's motion. Views: what they see must outlive this.
struct PartInMotion {
  const Pose& start;
  const StepMotion& motion;
  std::span<const Vec3> points;  ///< of the shape
};

/// Two parallel planes between parts of two bodies that turn and move with them while both carry out the same
/// fraction of their motions.
struct TurningPlanes {
  Vec3 normal;  ///< unit, from A to B, at the start
  Vec3 point;   ///< near both parts: it moves with A
  Vec3 turn;    ///< rotation vector of the planes in the whole motion

  /// The greatest fraction, but for rounding, up to which the parts come no closer than by `allowed`, m ≥ 0,
  /// for any turn of the planes. Cost: O(points), and as much for each point that takes the lead from another
  /// one.
  ///
  /// In the frame of the planes a point of a body at r from its position, y from `point`, has the velocity w
  /// + a×r − v − ω×(y + r), with the turns a of the body and ω of the planes. The part of its acceleration
  /// that is due to y is that of the point of the body at `point`, a×(a×(−y)): the same for bodies that turn
  /// together.
  double partWithin(double allowed, const PartInMotion& a, const PartInMotion& b) const;

  /// The turn of planes that stay along the edges at which two parts are nearest, where each has one: the
  /// ends of an edge are its highest points along the normal. Zero if the edges are nearly parallel.
  static Vec3 alongEdges(const PartInMotion& a, const PartInMotion& b, const Vec3& normal);
};

}  // namespace talus
