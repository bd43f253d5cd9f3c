#pragma once

#include <cstddef>
#include <vector>

#include "base/types.h"

namespace talus {

/// Force and torque on each body, in the world.
struct Loads {
  std::vector<Vec3> force;   ///< N
  std::vector<Vec3> torque;  ///< about the centre of mass, N m

  std::size_t size() const { return force.size(); }
  /// Sets all loads to zero, for that number of bodies.
  void clear(std::size_t count) {
    force.assign(count, Vec3::Zero());
    torque.assign(count, Vec3::Zero());
  }
  /// Adds a force on body i at a point of the world. @param centre of mass of the body.
  void add(std::size_t i, const Vec3& f, const Vec3& point, const Vec3& centre) {
    force[i] += f;
    torque[i] += (point - centre).cross(f);
  }

  bool operator==(const Loads&) const = default;
};

}  // namespace talus
