#pragma once

#include "dynamics/body/body_state.h"

namespace talus {

/// The motion of a body in a step: along a straight line, and by the shortest rotation, both at constant
/// speed. After the fraction t of the step the displacement of every point of its surface is t · way, up to
/// a difference of at most t · turn.
struct StepMotion {
  Vec3 way = Vec3::Zero();    ///< displacement of the position, m
  Vec3 angle = Vec3::Zero();  ///< rotation vector, rad
  double turn = 0;            ///< |angle| times the body's extent, m

  /// The maximum displacement of a point, m.
  double length() const { return way.norm() + turn; }
};

/// @param extent upper bound of the distance of surface points from the position.
StepMotion stepMotion(const BodyState& before, const BodyState& after, std::size_t i, double extent);

/// Moves body i of `after` to where a fraction of its motion leads.
void takePart(const BodyState& before, const StepMotion& motion, double part, std::size_t i,
              BodyState& after);

}  // namespace talus
