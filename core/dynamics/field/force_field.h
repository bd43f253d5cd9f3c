#pragma once

#include <cstdint>
#include <span>

#include "base/bytes.h"
#include "dynamics/body/body_state.h"
#include "dynamics/body/loads.h"
#include "dynamics/field/barrier_spring.h"
#include "dynamics/field/limited_spring.h"

namespace talus {

/// The linearised force at a contact point, for implicit methods. The force on B changes by −(k u + c w)
/// along the normal and by −(kₜ u + cₜ w) in the tangential plane, where u and w are displacement and
/// velocity of B's material at the point, relative to A's. The force on A changes by the opposite.
struct LinearContact {
  Index bodyA = -1, bodyB = -1;
  Vec3 point = Vec3::Zero();       ///< in the world
  Vec3 normal = Vec3::Zero();      ///< unit, from A to B
  Vec3 force = Vec3::Zero();       ///< on B; the force on A is the opposite
  double stiffness = 0;            ///< k, N/m, ≥ 0
  double damping = 0;              ///< c, N s/m, ≥ 0
  double tangentialStiffness = 0;  ///< kₜ, ≥ 0; in slip the secant, force over displacement; 0: no friction
  double tangentialDamping = 0;    ///< cₜ, ≥ 0
  double rollingStiffness = 0;     ///< of B's angle relative to A's, but for the twist, N m, ≥ 0
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

/// A source of forces on bodies (gravity, contacts) or of prescribed motion (walls).
///
/// A time step evaluates trial states by impose() and evaluate(), perhaps many times and at times that go
/// back and forth. Then it accepts one. Only accept() changes the memory of a field (tangential springs):
/// each trial starts from the last accepted state, and two trials of one state give the same bits for every
/// number of threads.
class ForceField {
 public:
  virtual ~ForceField() = default;

  /// Sets walls to their prescribed motion at that time. Called before every evaluate().
  virtual void impose(BodyState& /*state*/, double /*time*/) const {}
  /// Fetches the states of bodies that other ranks move. Called before every evaluate(), on all ranks at
  /// once.
  virtual void gather(BodyState& /*state*/, double /*time*/) {}
  /// Holds back bodies that a trial has moved too far. Called after impose().
  virtual void confine(BodyState& /*state*/, double /*time*/) {}
  /// Adds its forces and torques. Those on walls are ignored.
  /// @param loads of the state's size.
  virtual void evaluate(const BodyState& state, double time, Loads& loads) = 0;
  /// Bodies have other velocities than at the last evaluate(), at the same places: changes the forces of
  /// dashpots accordingly, to first order, and sets the change of the loads. For methods that predict
  /// velocities. @return false: there is no change.
  virtual bool correctDamping(const BodyState& /*state*/, Loads& /*change*/) { return false; }
  /// The works that walls do in the trial that is accepted next, J: for methods that do not add up the powers
  /// at both ends of a step.
  virtual void setWallWorks(std::span<const double> /*works*/) {}
  /// The step ends in this state: updates the memory. The last evaluate() may have been for another state.
  virtual void accept(const BodyState& /*state*/, double /*time*/) {}

  /// At the last evaluate(), J; 0 for fields without potential energy.
  virtual double potentialEnergy() const { return 0; }
  /// The contacts of the last evaluate(), valid until the next. Without them implicit methods iterate on
  /// the loads alone and converge for small steps only.
  virtual LinearContacts linearised() const { return {}; }

  /// Writes its memory for a snapshot; load() reads what save() wrote. @throws Error other bytes.
  virtual void save(ByteWriter& /*bytes*/) const {}
  virtual void load(ByteReader& /*bytes*/) {}
};

}  // namespace talus
