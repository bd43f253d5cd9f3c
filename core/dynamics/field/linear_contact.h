#pragma once

#include <cstdint>
#include <span>

#include "base/types.h"
#include "dynamics/field/barrier_spring.h"
#include "dynamics/field/limited_spring.h"

namespace talus {

/// A spring beside a dashpot: a force −(k u + c w) against a displacement u and a velocity w.
struct SpringDashpot {
  double stiffness = 0;  ///< k, N/m, ≥ 0
  double damping = 0;    ///< c, N s/m, ≥ 0
};

/// The linearised force at a contact point, for implicit methods. The force on B changes by −(k u + c w)
/// along the normal and by −(kₜ u + cₜ w) in the tangential plane, where u and w are displacement and
/// velocity of B's material at the point, relative to A's. The force on A changes by the opposite.
struct LinearContact {
  Index bodyA = -1, bodyB = -1;
  Vec3 point = Vec3::Zero();   ///< in the world
  Vec3 normal = Vec3::Zero();  ///< unit, from A to B
  Vec3 force = Vec3::Zero();   ///< on B; the force on A is the opposite
  SpringDashpot along{};       ///< the normal: k, c
  SpringDashpot across{};  ///< it: kₜ, in slip the secant, force over displacement; cₜ; 0: no friction
  double rollingStiffness = 0;  ///< of B's angle relative to A's, but for the twist, N m, ≥ 0
  Vec3 slip = Vec3::Zero();   ///< unit tangent along which kₜ and rolling stiffness do not act; zero: none
  double depth = 0;           ///< ε of A + ε of B − gap, m
  double area = 0;            ///< area of the surfaces in contact, m²
  BarrierSpring barrier{};    ///< k is its stiffness at the current gap; of weight 0: none
  LimitedSpring friction{};   ///< kₜ or the rolling stiffness is its secant; of stiffness 0: none
  Vec3 shift = Vec3::Zero();  ///< of that spring: tangential, m, or an angle, rad
  std::uint64_t name = 0;     ///< the same from step to step, unique in its pair of bodies; 0: none
};

/// Contacts where they are stored: there are megabytes of them.
using LinearContacts = std::span<const LinearContact* const>;

}  // namespace talus
