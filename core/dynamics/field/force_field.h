#pragma once

#include <span>

#include "base/bytes.h"
#include "dynamics/body/body_state.h"
#include "dynamics/body/loads.h"
#include "dynamics/field/linear_contact.h"

namespace talus {

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
