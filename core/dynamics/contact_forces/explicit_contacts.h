#pragma once

#include <optional>
#include <vector>

#include "dynamics/contact_forces/damping_power.h"
#include "dynamics/contact_forces/pair_loop.h"
#include "dynamics/contact_forces/stiffness_bound.h"

namespace talus {

/// What explicit steps ask of contacts besides their loads: the power of dashpots, and the frequencies that
/// limit the step.
class ExplicitContacts {
 public:
  /// @param bodies, laws, pairs must outlive this.
  ExplicitContacts(const ForceBodies& bodies, const LawTable& laws, ContactLawKind law, PairLoop& pairs);

  /// Whether correctDamping() changes anything: under Barrier, whose restitution needs it.
  bool correctsDamping() const { return law_ == ContactLawKind::Barrier; }
  /// See ForceField::correctDamping(). O(bodies + contacts).
  bool correctDamping(const BodyState& state, Loads& change);
  /// For the evaluations that follow. Without recorded contacts ContactForces::linearised() is empty; without
  /// frequencies stableStep() and frequencyPeak() ignore contacts.
  void setRecords(const ContactRecords& records);
  const ContactRecords& records() const { return records_; }

  /// An evaluation: begins, adds its pairs one after the other, and takes the loads of all fields so far.
  void begin();
  void add(const PressedPair& pair, std::span<const Vec3> places) { damping_.add(pair, places); }
  void take(const Loads& loads) { damping_.take(loads); }
  /// What dashpots dissipate in that state. Valid until the next call.
  std::vector<DampingPower>& powers(const BodyState& state);
  /// What dashpots take from a body in the last accepted state, W, if no evaluation followed.
  double dampingPower(std::size_t body) const;

  /// ω² in the last evaluation, and the body whose contacts have it: the limit of the step is
  /// stiffnessStep().
  FrequencyPeak frequencyPeak() const;
  /// A time step that is small enough for explicit methods, s: min(0.2 ε / v, 0.2 / ω).
  ///
  /// v is the current PointSpeeds::greatest(), so that no contact is missed; ω is that of StiffnessBound.
  /// Infinite without dynamic bodies. O(bodies + contacts).
  double stableStep(double fastestPoint) const;
  /// ω² of a body under a usual load, s⁻²: StiffnessBound.
  double usualSquaredFrequency(Index body) const { return bound_.alone(body); }

  /// The bodies have been replaced.
  void reset();
  void release() { damping_.clear(); }

 private:
  const ForceBodies& bodies_;
  const LawTable& laws_;
  ContactLawKind law_;
  PairLoop& pairs_;
  StiffnessBound bound_;
  ContactRecords records_;
  mutable std::optional<FrequencyPeak> peak_;  // of the last evaluation, once it was asked for
  DampingMeter damping_;                       // of the last evaluation
  std::vector<DampingPower> powers_;           // a buffer
};

}  // namespace talus
