#pragma once

#include <cstdint>

#include "base/types.h"

namespace talus {

/// A point at which two bodies act on each other, for a contact law. In the world.
struct ContactPoint {
  std::uint64_t name = 0;      ///< the same from step to step, unique in its pair of bodies; 0: goes by place
  Vec3 point = Vec3::Zero();   ///< where the force acts
  Vec3 normal = Vec3::Zero();  ///< unit, from A to B
  double depth = 0;            ///< ε of A + ε of B − gap, ≥ 0
  double area = 0;             ///< of the surfaces, on which cohesion pulls here; ≥ 0
  double force = 0;            ///< the elastic one along the normal, on B; N
  double stiffness = 0;        ///< by which it grows with depth, N/m, ≥ 0
  double hardening = 0;        ///< by which part of itself the stiffness grows with depth, 1/m
  double energy = 0;           ///< stored, J
  double gain = 1;             ///< that of the contact's ContactCentre: the stiffness has its square
};

}  // namespace talus
