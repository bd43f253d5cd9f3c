#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <memory>

#include "broadphase/broad_phase.h"
#include "dynamics/contact_forces/accepted_contacts.h"
#include "dynamics/contact_forces/force_bodies.h"
#include "dynamics/contact_forces/pair_forces.h"
#include "dynamics/contact_forces/stiffness_bound.h"
#include "dynamics/field/refined_search.h"
#include "options/contact_forces_options.h"

namespace talus {

/// The forces of all contacts of a scene.
///
/// Boxes and broad phase; then for each pair its contact points (ContactPointFinder), elastic forces by the
/// law, damping, friction and rolling resistance (respond()). Pairs are computed in parallel and added up in
/// their order: the same bits for every number of threads; what a pair does to A it does to B, with opposite
/// sign, to rounding.
///
/// Bodies that begin nearer to each other than the range of their halos do not act on each other until they
/// come nearer (ContactForceOptions::startsAtRest): their reach is the gap at which they began, and grows as
/// the gap does. Energy is stored by motion alone; what overlaps at the start stores that of its overlap.
///
/// Deep overlaps are resolved slowly: see overlap_recovery.h.
///
/// Cost, one thread, 1 000 settled convex grains of 20 vertices, two pairs of boxes for each that touches,
/// all of the step included, on a machine with other load: 1.0 µs a touching pair with
/// LinearSpringDashpot, 1.25 µs with HaloArea. Pairs that overlap more deeply than their halos need a search
/// of 2 µs and more. Allocates nothing once buffers have grown.
class ContactForces final : public ForceField, public RefinedSearch {
 public:
  /// @param scene shapes are prepared here, and it need not stay. @param inertia must outlive this.
  /// Progress: the context's stages run to 1.
  /// @throws Error a fault of the scene, options out of range, no such law; Cancelled.
  ContactForces(const Scene& scene, const BodyInertia& inertia, const ContactForceOptions& options,
                Context& context);

  void evaluate(const BodyState& state, double time, Loads& loads) override;
  void accept(const BodyState& state, double time) override;
  double potentialEnergy() const override { return statistics_.elasticEnergy; }
  /// Collected by the first call after evaluate().
  std::span<const LinearContact> linearised() const override;
  /// Concerns laws that act between near triangles: HaloSpring for all bodies, LinearSpringDashpot and
  /// HertzMindlin where a body is not convex. Others search completely at once.
  void setRefining(bool refining) override;
  /// Clears what only saves time: when a frame begins, so that a resumed run has the same statistics.
  void forgetSearch() { refinement_.forget(); }
  bool isSettled() const override { return !refining_ || refinement_.isSettled(); }
  void save(ByteWriter& bytes) const override;
  void load(ByteReader& bytes) override;

  /// What was compared since the start. No part of a snapshot.
  const SearchTotals& searches() const { return searches_; }
  const ContactStatistics& statistics() const { return statistics_; }
  /// What dashpots and friction have taken since the first evaluation, up to the last accepted state, J.
  double dissipated() const { return accepted_.dissipated(); }
  /// Where bodies were at the last evaluation, their halo and speeds.
  const ForceBodies& bodies() const { return bodies_; }
  /// See PairForces.
  double maximumSeparationSpeed(const BodyPair& pair) const {
    return pairForces_.maximumSeparationSpeed(pair, pairForces_.lawOf(pair));
  }

  /// Of a halo, and of the time in which the fastest swings turn by a radian, that a step should take at
  /// most.
  static constexpr double safePart = 0.2;
  /// A time step that is small enough for explicit methods, s: min(0.2 ε / v, 0.2 / ω).
  ///
  /// v is ForceBodies::fastestPoint() of now, so that no contact is missed; ω is that of StiffnessBound.
  /// Infinite without dynamic bodies. O(bodies + contacts).
  double stableStep(double fastestPoint) const;
  /// The part of that which contacts set, 0.2 / ω, and the body whose contacts do.
  StepChoice stiffnessStep() const { return bound_.step(bodies_, blocks_, safePart); }

 private:
  void rememberStart(double time);
  void arrangeRefinement();
  void computePairs(double time);
  void join(Loads& loads);

  ContactForceOptions options_;
  ForceBodies bodies_;
  LawTable laws_;
  PairForces pairForces_;
  StiffnessBound bound_;
  std::unique_ptr<BroadPhase> broadPhase_;
  tbb::enumerable_thread_specific<std::unique_ptr<ContactPointFinder>> finders_;
  std::vector<PairBlock> blocks_;  // of the trial
  AcceptedContacts accepted_;
  bool searchesTriangles_ = false;  // of some shapes
  std::vector<BodyPair> refined_;   // pairs whose triangles are searched
  ContactRefinement refinement_;
  bool refining_ = false;
  ContactStatistics statistics_;
  SearchTotals searches_;
  double slip_ = 0;                              // of the trial
  mutable std::vector<LinearContact> contacts_;  // of all blocks, collected on request
  mutable bool joined_ = false;
};

}  // namespace talus
