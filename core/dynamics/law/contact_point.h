#pragma once

#include <cstdint>

#include "base/types.h"

namespace talus {

/// A point at which two bodies exert forces on each other, for a contact law. In the world.
struct ContactPoint {
  std::uint64_t name = 0;      ///< the same from step to step, unique in its pair; 0: identified by position
  Vec3 point = Vec3::Zero();   ///< where the force acts
  Vec3 normal = Vec3::Zero();  ///< unit, from A to B
  /// Where the normal may jump: unit, the direction of the surface of the point's own body, from A to B.
  /// Zero: the normal. Points that face the same way share one force by place.
  Vec3 facing = Vec3::Zero();
  double depth = 0;      ///< ε of A + ε of B − gap, ≥ 0
  double area = 0;       ///< area of the surfaces on which cohesion acts, ≥ 0
  double force = 0;      ///< elastic force on B along the normal, N
  double stiffness = 0;  ///< increase of the force with depth, N/m, ≥ 0
  double hardening = 0;  ///< relative increase of the stiffness with depth, 1/m
  double energy = 0;     ///< stored, J
  double weight = 0;     ///< of BarrierSpring, N/m; 0: none
  double part = 1;       ///< of its own share of a force, where points share one by place: 0 … 1
  double gain = 1;       ///< ContactCentre::gain of the contact; stiffness ∝ gain²
};

}  // namespace talus
