#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dynamics/body/body_state.h"
#include "scene/scene.h"

namespace talus::passing {

/// A wall that no body may pass, although it does not reach around it.
struct WallSide {
  std::size_t wall = 0;         ///< row
  Vec3 inward = Vec3::UnitZ();  ///< its normal on the side of the bodies, in its own frame
  bool passed(const BodyState& state, const Vec3& place) const {
    return state.orientation[wall].rotate(inward).dot(place - state.position[wall]) < 0;
  }
};

/// A scene of which something is to be proven.
struct WalledScene {
  Scene scene;
  double young = 0;      ///< Pa
  double speed = 0;      ///< of the fastest centre, about, m/s
  double thickness = 0;  ///< of the walls, m
  double duration = 0;   ///< s
  std::vector<WallSide> sides;
  bool wallsMove = false;
};

/// Up to 18 bodies in a closed room of thin walls: convex grains, rings, rocks, thin plates, rods. Modulus,
/// speed, thickness, shapes, places, spins and materials are random; speeds are 1 … 100 m/s, above 1e7 Pa not
/// below √(modulus/1e7 Pa) m/s, so that stable steps are short by no more than the flight is. In every third
/// room the floor shakes; in every fifth a paddle turns in the middle.
WalledScene randomRoom(std::uint64_t seed);

/// A plate flies at a wall of the same thickness: flat, tilted, or with an edge ahead.
WalledScene plateFlight(double speed, double young, double thickness, std::uint64_t turn);

}  // namespace talus::passing
