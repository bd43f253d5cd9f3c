#pragma once

#include <cstdint>
#include <span>

#include "base/bytes.h"
#include "dynamics/body/body_state.h"
#include "dynamics/body/loads.h"

namespace talus {

/// How the force at a contact point changes when the bodies move a little: what implicit methods need.
/// The force that B feels changes by −(k u + c w) along the normal and −(kₜ u + cₜ w) across it, where u and
/// w are displacement and velocity of B's material at the point, relative to A's; A feels the opposite.
struct LinearContact {
  Index bodyA = -1, bodyB = -1;
  Vec3 point = Vec3::Zero();       ///< in the world
  Vec3 normal = Vec3::Zero();      ///< unit, from A to B
  Vec3 force = Vec3::Zero();       ///< on B; on A is the opposite
  double stiffness = 0;            ///< k, N/m, ≥ 0
  double damping = 0;              ///< c, N s/m, ≥ 0
  double tangentialStiffness = 0;  ///< kₜ, ≥ 0; where it slips the secant: force over path; 0: no friction
  double tangentialDamping = 0;    ///< cₜ, ≥ 0
  double depth = 0;                ///< ε of A + ε of B − gap, m
  double area = 0;                 ///< of the surfaces that takes part, m²
  std::uint64_t name = 0;          ///< the same from step to step, unique in its pair of bodies; 0: none
};

/// Something that acts on bodies: gravity, contacts, walls that move them.
///
/// A time step tries states: impose(), evaluate(), perhaps many times and back and forth in time. Then it
/// accepts one. What a field remembers (tangential springs) changes by accept() alone; a trial starts from
/// what was accepted last, and two trials of one state give the same bits, for every number of threads.
class ForceField {
 public:
  virtual ~ForceField() = default;

  /// Sets the prescribed motion at that time, of walls. Called before every evaluate().
  virtual void impose(BodyState& /*state*/, double /*time*/) const {}
  /// Holds bodies back that must not go as far as a trial has brought them. Called after impose().
  virtual void confine(BodyState& /*state*/, double /*time*/) {}
  /// Adds its forces and torques. Walls may be given some: ignored.
  /// @param loads of the state's size.
  virtual void evaluate(const BodyState& state, double time, Loads& loads) = 0;
  /// The step ends in this state: memory moves on. The last evaluate() may have seen another one.
  virtual void accept(const BodyState& /*state*/, double /*time*/) {}

  /// J, at the last evaluate(); 0 of fields that have none.
  virtual double potentialEnergy() const { return 0; }
  /// The contacts of the last evaluate(), valid until the next. Without them implicit methods take the field
  /// as it is and converge for small steps only.
  virtual std::span<const LinearContact> linearised() const { return {}; }

  /// What it remembers, for a snapshot; load() reads what save() wrote. @throws Error foreign bytes.
  virtual void save(ByteWriter& /*bytes*/) const {}
  virtual void load(ByteReader& /*bytes*/) {}
};

}  // namespace talus
