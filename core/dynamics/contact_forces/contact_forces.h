#pragma once

#include <vector>

#include "dynamics/contact_forces/explicit_contacts.h"
#include "dynamics/contact_forces/lagged_contacts.h"
#include "dynamics/contact_forces/pair_loop.h"
#include "options/contact_forces_options.h"

namespace talus {

/// The forces of all contacts of a scene.
///
/// Boxes and broad phase; then for each pair the contact points (ContactPointFinder), the elastic forces of
/// the law, damping, friction and rolling resistance (respond()). Pairs are computed in parallel (PairLoop)
/// and summed in their order: the same bits for every number of threads. The forces of a pair on A and B are
/// opposite, to rounding.
///
/// Bodies that start closer than the range of their halos exert no forces until they approach each other
/// (ContactForceOptions::startsAtRest): their reach is the initial gap, and it grows with the gap. So only
/// motion stores energy; bodies that overlap at the start store the energy of their overlap.
///
/// Deep overlaps are resolved slowly: see overlap_recovery.h.
///
/// Cost of a whole step on one thread of a machine with other load, for 1 000 settled convex grains of 20
/// vertices with two overlapping pairs of boxes per touching pair: 1.7 µs per touching pair with
/// LinearSpringDashpot, 1.1 µs with HaloArea. Pairs that overlap more deeply than their halos need a
/// search of 2 µs and more. Allocates nothing once buffers have grown, but for the list of each new near
/// pair.
class ContactForces final : public ForceField, public PotentialContacts {
 public:
  /// @param scene may be destroyed afterwards. @param inertia must outlive this.
  /// Progress: the context's stages run to 1.
  /// @throws Error a fault of the scene, options out of range, no such law; Cancelled.
  ContactForces(const Scene& scene, const BodyInertia& inertia, const ContactForceOptions& options,
                Context& context);

  void evaluate(const BodyState& state, double time, Loads& loads) override;
  bool correctDamping(const BodyState& state, Loads& change) override {
    return explicit_.correctDamping(state, change);
  }
  void accept(const BodyState& state, double time) override;
  double potentialEnergy() const override { return statistics_.elasticEnergy.value() + lagged_.energy(); }
  /// Collected by the first call after evaluate().
  LinearContacts linearised() const override;
  void save(ByteWriter& bytes) const override { pairs_.accepted().save(bytes); }
  void load(ByteReader& bytes) override;

  void setMode(ContactMode mode) override;
  double range() const override { return 2 * bodies_.halo(); }
  void forEachPressed(const std::function<void(const PressedPair&)>& visit) const override;

  /// The pairs of the last evaluation, and their memory of the last accepted state.
  PairLoop& pairs() { return pairs_; }
  const PairLoop& pairs() const { return pairs_; }
  /// What explicit steps ask for besides loads.
  ExplicitContacts& explicitContacts() { return explicit_; }
  const ExplicitContacts& explicitContacts() const { return explicit_; }
  const ContactStatistics& statistics() const { return statistics_; }
  /// The bodies at the last evaluation, with their halo and speeds.
  const ForceBodies& bodies() const { return bodies_; }

  /// The memory of the last accepted state without a copy, and without bodies, whose memory is given back:
  /// call replaceBodies() next.
  AcceptedContacts::Saved takeMemory();
  /// Other bodies of the same shapes and materials, with their memory in the same state: for a run over
  /// several ranks. There are no contacts before the next evaluate().
  /// @param scene may be destroyed afterwards; its inertia is already in the object of the constructor.
  /// @param ghosts bodies that other ranks move: pairs of them are omitted.
  void replaceBodies(const Scene& scene, const std::vector<bool>& ghosts, AcceptedContacts::Saved memory);

 private:
  void join(std::span<const Vec3> places, Loads& loads);

  ForceBodies bodies_;
  LawTable laws_;
  PairLoop pairs_;
  ExplicitContacts explicit_;
  LaggedContacts lagged_;
  ContactStatistics statistics_;
  mutable std::vector<const LinearContact*> contacts_;  // of all blocks, collected on request
  mutable bool joined_ = false;
};

}  // namespace talus
