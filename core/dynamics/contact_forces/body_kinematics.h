#pragma once

#include <span>
#include <vector>

#include "dynamics/body/body_inertia.h"
#include "dynamics/body/moving_body.h"
#include "dynamics/contact_forces/force_body.h"

namespace talus {

/// By how much the velocities of a body have changed since a state.
struct VelocityChange {
  Vec3 velocity = Vec3::Zero();  ///< of the centre of mass
  Vec3 angular = Vec3::Zero();   ///< rad/s
};

/// Where bodies are and how they move, in the last state in which they were placed, and how far they have
/// come.
class BodyKinematics {
 public:
  /// Moves bodies to a state.
  void place(std::span<const ForceBody> bodies, const BodyInertia& inertia, const BodyState& state);
  /// Forgets all, and gives the memory back.
  void release();

  std::span<const MovingBody> all() const { return moving_; }
  const MovingBody& operator[](Index i) const { return moving_[static_cast<std::size_t>(i)]; }
  const Quaternion& orientation(Index i) const { return orientations_[static_cast<std::size_t>(i)]; }
  /// Whether a wall has a velocity.
  bool wallsMove() const { return wallsMove_; }
  /// An upper bound of the length of the path of each point of body i through all states it was in, m. Never
  /// decreases, until release().
  double pathLength(Index i) const { return pathLengths_[static_cast<std::size_t>(i)]; }
  /// By how much velocities in a state differ from those in the last one; those of walls do not.
  std::vector<VelocityChange> velocityChanges(const BodyInertia& inertia, const BodyState& state) const;

 private:
  std::vector<MovingBody> moving_;
  std::vector<Quaternion> orientations_;
  std::vector<double> pathLengths_;
  bool wallsMove_ = false;
};

}  // namespace talus
