#pragma once

#include <vector>

#include "dynamics/contact_forces/force_bodies.h"
#include "dynamics/contact_forces/pair_loop.h"
#include "dynamics/contact_forces/unmoved_bodies.h"
#include "dynamics/field/potential_contacts.h"

namespace talus {

/// What long steps ask of contacts: friction of the last evaluation as FrictionUpdated while others are made
/// as FrictionLagged, and the loads of pairs that have not moved from one of these to the next.
class LaggedContacts {
 public:
  ContactMode mode() const { return mode_; }
  void setMode(ContactMode mode) { mode_ = mode; }
  bool isLong() const { return mode_ != ContactMode::Explicit; }

  /// An evaluation begins. @param starts it is of the last accepted state. @param blocks of the last
  /// evaluation; become those with which this one goes on.
  void begin(const BodyState& state, const ForceBodies& bodies, double time, bool starts,
             std::vector<PairBlock>& blocks);
  /// Completes a trial by what of it is lagged.
  void describe(PairForces::Trial& trial) const;
  /// Whether the pairs of a block have the loads that they had. Minimisations of a potential end in some
  /// islands before they end in others.
  bool isKept(std::span<const BodyPair> pairs, const PairBlock& block) const;
  /// Adds the loads of friction that is held; remembers friction that was measured.
  void finish(const ForceBodies& bodies, std::span<const PairBlock> blocks, Loads& loads);

  /// Of friction that is held, in the last evaluation.
  double energy() const { return energy_; }
  const std::vector<LinearContact>& contacts() const { return contacts_; }

  /// The step is over.
  void accept() { unmoved_.forget(); }
  /// Of steps that are over.
  void forget();
  void release();

 private:
  ContactMode mode_ = ContactMode::Explicit;
  ContactMode evaluated_ = ContactMode::Explicit;  // the mode of the last evaluation
  std::vector<PairBlock> heldBlocks_;  // of the last one as FrictionLagged, if others came after it
  UnmovedBodies unmoved_;              // since the last one as FrictionLagged
  std::vector<HeldSpring> springs_;    // of the last one as FrictionUpdated
  std::vector<HeldRolling> rolling_;
  std::vector<LinearContact> contacts_;
  double energy_ = 0;
  std::vector<Quaternion> startOrientations_;
  std::vector<Pose>
      start_;  // of the bodies in the last accepted state, if it was evaluated as FrictionUpdated
};

}  // namespace talus
