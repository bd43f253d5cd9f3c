#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace talus {

/// Where the bodies of a run are at a time, in any order. All arrays have one length.
struct RunState {
  double time = 0;                 ///< s since the run began
  std::string law{};               ///< the contact law of the run; empty: not known
  std::vector<std::int64_t> id{};  ///< of the bodies that are left
  std::vector<Vec3> position{};    ///< of the centres of mass
  std::vector<Quaternion> orientation{};
  std::vector<Vec3> velocity{};
  std::vector<Vec3> angularVelocity{};
};

/// The scene that goes on where a run is. Time starts again at 0. Motions continue from where they are, to
/// rounding; bodies whose motions have ended are fixed; bodies that are gone are left out. After the begin
/// contact forces act from the start, and the scene names the law under which bodies came to their places.
/// @param scene the one that the run began with
/// @throws Error arrays of other lengths; a fault of the state. O(bodies + motions · rows of their tables).
Scene continued(Scene scene, const RunState& state);

}  // namespace talus
