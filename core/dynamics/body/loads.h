#pragma once

#include <cstddef>
#include <vector>

#include "base/types.h"

namespace talus {

/// What acts on each body, in the world.
struct Loads {
  std::vector<Vec3> force;   ///< N
  std::vector<Vec3> torque;  ///< about the centre of mass, N m

  std::size_t size() const { return force.size(); }
  /// Zero, for that number of bodies.
  void clear(std::size_t count) {
    force.assign(count, Vec3::Zero());
    torque.assign(count, Vec3::Zero());
  }
  /// A force on body i at a point of the world, whose centre of mass lies at `centre`.
  void add(std::size_t i, const Vec3& f, const Vec3& point, const Vec3& centre) {
    force[i] += f;
    torque[i] += (point - centre).cross(f);
  }

  bool operator==(const Loads&) const = default;
};

}  // namespace talus
