#pragma once

#include "dynamics/body/body_state.h"

namespace talus {

/// The motion of a body in a step: straight on, and by the shortest turn, both at constant speed. After the
/// part t of the step no point of its surface is farther from t · way, seen from where it began, than
/// t · turn.
struct StepMotion {
  Vec3 way = Vec3::Zero();    ///< of the position, m
  Vec3 angle = Vec3::Zero();  ///< the turn as a vector, rad
  double turn = 0;            ///< |angle| times the body's extent, m

  /// The farthest that a point moves, m.
  double length() const { return way.norm() + turn; }
};

/// @param extent no point of the surface is farther from the position.
StepMotion stepMotion(const BodyState& before, const BodyState& after, std::size_t i, double extent);

/// Puts body i of `after` where a part of its motion leads.
void takePart(const BodyState& before, const StepMotion& motion, double part, std::size_t i,
              BodyState& after);

}  // namespace talus
