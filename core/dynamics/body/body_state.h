#pragma once

#include <cstddef>
#include <vector>

#include "base/bytes.h"
#include "base/quaternion.h"
#include "base/types.h"

namespace talus {

/// The state of motion of all bodies of a scene, in its order: a structure of arrays of equal length. In
/// the world, SI units. No derived data: see BodyInertia for the angular velocity.
struct BodyState {
  std::vector<Vec3> position;           ///< of the centre of mass
  std::vector<Quaternion> orientation;  ///< unit; from the body frame to the world
  std::vector<Vec3> velocity;           ///< of the centre of mass
  /// About the centre of mass, kg m²/s. For a wall (fixed or prescribed), whose angular momentum would be
  /// infinite, the angular velocity, as if its moments of inertia were 1.
  std::vector<Vec3> angularMomentum;

  std::size_t size() const { return position.size(); }
  /// New bodies rest at the origin.
  void resize(std::size_t count) {
    position.resize(count, Vec3::Zero());
    orientation.resize(count);
    velocity.resize(count, Vec3::Zero());
    angularMomentum.resize(count, Vec3::Zero());
  }

  bool operator==(const BodyState&) const = default;
};

/// Whether all bodies are where they are in the other state, and turned alike.
inline bool samePlaces(const BodyState& a, const BodyState& b) {
  return a.position == b.position && a.orientation == b.orientation;
}

/// Refuses a state with a number that is not finite or a quaternion that is not unit. O(n).
/// @throws Error that says where.
void requireSound(const BodyState& state);

void saveBodyState(const BodyState& state, ByteWriter& bytes);
/// @throws Error bytes that end too early, arrays of different lengths, a state that is not sound.
BodyState loadBodyState(ByteReader& bytes);

}  // namespace talus
