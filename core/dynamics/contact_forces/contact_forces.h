#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <cmath>
#include <memory>
#include <optional>

#include "broadphase/broad_phase.h"
#include "distributed/divided_work.h"
#include "dynamics/contact_forces/accepted_contacts.h"
#include "dynamics/contact_forces/force_bodies.h"
#include "dynamics/contact_forces/held_friction.h"
#include "dynamics/contact_forces/pair_forces.h"
#include "dynamics/contact_forces/stiffness_bound.h"
#include "dynamics/contact_forces/unmoved_bodies.h"
#include "dynamics/contact_points/iteration_search.h"
#include "dynamics/contact_points/kept_pairs.h"
#include "options/contact_forces_options.h"

namespace talus {

/// The forces of all contacts of a scene.
///
/// Boxes and broad phase; then for each pair the contact points (ContactPointFinder), the elastic forces of
/// the law, damping, friction and rolling resistance (respond()). Pairs are computed in parallel and summed
/// in their order: the same bits for every number of threads. The forces of a pair on A and B are opposite,
/// to rounding.
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
  /// Under Barrier, whose restitution needs it. O(bodies + contacts).
  bool correctDamping(const BodyState& state, Loads& change) override;
  void accept(const BodyState& state, double time) override;
  double potentialEnergy() const override { return statistics_.elasticEnergy.value() + heldEnergy_; }
  /// Collected by the first call after evaluate().
  LinearContacts linearised() const override;
  void setMode(ContactMode mode) override;
  /// For the evaluations that follow. @param records without contacts linearised() is empty; without
  /// frequencies stableStep() and frequencyPeak() ignore contacts. Barrier needs contacts itself.
  void setRecords(const ContactRecords& records) {
    records_ = records;
    records_.contacts = records.contacts || correctsDamping();
    records_.dashpots = bound_.needsDashpots();
  }
  double range() const override { return 2 * bodies_.halo(); }
  void forEachPressed(const std::function<void(const PressedPair&)>& visit) const override;
  /// Clears data that only save time. For the start of a frame: a resumed run has the same statistics.
  void forgetSearch() { refinement_.forget(); }
  /// The search that is part of the iterations of MultiscalePicard; null: there is none.
  IterationSearch* iterationSearch() const { return iterations_.get(); }
  /// Divides pairs among ranks that all evaluate the same states. @param ranks must outlive this.
  void divideAmong(DividedWork& ranks) { ranks_ = &ranks; }
  void save(ByteWriter& bytes) const override;
  void load(ByteReader& bytes) override;

  /// Whether correctDamping() changes anything.
  bool correctsDamping() const { return options_.law == ContactLawKind::Barrier; }
  /// Comparisons since the start. Not part of a snapshot.
  const SearchTotals& searches() const { return searches_; }
  const ContactStatistics& statistics() const { return statistics_; }
  /// Energy dissipated by dashpots and friction from the first evaluation to the last accepted state, J.
  ExactSum dissipated() const { return accepted_.dissipated(); }
  /// What dashpots take from a body in the last accepted state, W, if no evaluation followed.
  double dampingPower(std::size_t body) const {
    const std::optional<std::size_t> place = damping_.placeOf(body);
    return place ? accepted_.power(*place) : 0;
  }
  /// The pairs of bodies whose boxes, with their halos, overlapped at the last evaluation.
  std::span<const BodyPair> pairs() const { return broadPhase_->pairs(); }
  /// Whether two bodies overlap in the last accepted state.
  bool overlaps(const BodyPair& pair) const { return accepted_.overlapOf(pair) != Overlap::None; }
  /// The pairs that passed half-way into each other, or through, in the last accepted step, each on one rank.
  std::span<const BodyPair> passed() const { return passed_; }
  /// Two bodies did so unseen: they count next when they have been apart. @return whether they have been.
  bool notePassed(const BodyPair& pair) { return accepted_.notePassed(pair); }
  /// The loads of each pair at the last evaluation, in blocks in the order of pairs.
  std::span<const PairBlock> pairBlocks() const { return blocks_; }
  /// The bodies at the last evaluation, with their halo and speeds.
  const ForceBodies& bodies() const { return bodies_; }
  /// See PairForces.
  double maximumSeparationSpeed(const BodyPair& pair) const {
    return pairForces_.maximumSeparationSpeed(pair, pairForces_.lawOf(pair));
  }

  /// The maximum motion of a surface in a step over a halo, and the maximum of ω times the step for the
  /// highest frequency ω.
  static constexpr double safePart = 0.2;
  /// A time step that is small enough for explicit methods, s: min(0.2 ε / v, 0.2 / ω).
  ///
  /// v is the current ForceBodies::fastestPoint(), so that no contact is missed; ω is that of StiffnessBound.
  /// Infinite without dynamic bodies. O(bodies + contacts).
  double stableStep(double fastestPoint) const;
  /// ω² in the last evaluation, and the body whose contacts have it: the limit of the step is
  /// stiffnessStep().
  FrequencyPeak frequencyPeak() const;
  /// ω² of a body under a usual load: StiffnessBound.
  double squaredAlone(Index i) const { return bound_.alone(i); }
  /// 0.2 / ω, s; infinite for ω = 0.
  static double stiffnessStep(double squaredFrequency) { return safePart / std::sqrt(squaredFrequency); }

  /// The memory of the last accepted state: the rows of bodies are those of now.
  AcceptedContacts::Saved memory() const { return accepted_.saved(); }
  /// The same without a copy, and without bodies, whose memory is given back: call replaceBodies() next.
  AcceptedContacts::Saved takeMemory();
  /// Other bodies of the same shapes and materials, with their memory in the same state: for a run over
  /// several ranks. There are no contacts before the next evaluate().
  /// @param scene may be destroyed afterwards; its inertia is already in the object of the constructor.
  /// @param ghosts bodies that other ranks move: pairs of them are omitted.
  void replaceBodies(const Scene& scene, const std::vector<bool>& ghosts, AcceptedContacts::Saved memory);
  /// @throws Error the memory that was given is not of the bodies' shapes.
  void requireMemoryFits() const;

 private:
  void makeBroadPhase();
  void chooseBlocks(double time);
  void forgetHeld();
  void rememberStart(double time);
  std::size_t pairsAtATime() const;
  void arrangeBlocks();
  std::size_t blockSize(std::span<const BodyPair> pairs, std::size_t most) const;
  std::span<KeptSearch> searchesOf(std::size_t block);
  void arrangeRefinement();
  void computePairs(double time);
  void divideBlocks(const std::function<void(std::size_t)>& compute);
  std::size_t blockCount() const;
  std::span<const BodyPair> pairsOf(std::size_t block) const;
  std::int64_t costOf(std::span<const BodyPair> pairs, const PairBlock& before) const;
  bool isKept(std::span<const BodyPair> pairs, const PairBlock& block) const;
  void join(std::span<const Vec3> places, Loads& loads);
  void holdFriction();
  template <class Part>
  void joinParts(std::vector<Part> PairBlock::*parts, std::vector<Part>& all) const;

  ContactForceOptions options_;
  ForceBodies bodies_;
  LawTable laws_;
  PairForces pairForces_;
  StiffnessBound bound_;
  mutable std::optional<FrequencyPeak> peak_;  // of the last evaluation, once it was asked for
  std::unique_ptr<BroadPhase> broadPhase_;
  std::shared_ptr<IterationSearch> iterations_;  // before those that use it
  tbb::enumerable_thread_specific<std::unique_ptr<ContactPointFinder>> finders_;
  std::vector<std::size_t> blockBegins_;  // of blocks of pairs, and the end of the last one
  std::vector<PairBlock> blocks_;         // of the trial
  AcceptedContacts accepted_;
  std::vector<BodyPair> passed_;
  bool searchesTriangles_ = false;  // of some shapes
  std::vector<BodyPair> refined_;   // pairs whose triangles are searched
  ContactRefinement refinement_;
  KeptPairs<KeptSearch> searchesKept_;  // of all pairs
  ContactRecords records_;
  DividedWork* ranks_ = nullptr;  // null: all pairs are computed here
  ContactMode mode_ = ContactMode::Dynamic;
  ContactMode evaluated_ = ContactMode::Dynamic;  // the mode of the last evaluation
  std::vector<PairBlock> heldBlocks_;             // of the last evaluation as Held, if others came after it
  UnmovedBodies unmoved_;                         // since the last evaluation as Held
  std::vector<HeldSpring> held_;                  // of the last evaluation as Measured
  std::vector<HeldRolling> heldRolling_;
  std::vector<LinearContact> heldContacts_;
  double heldEnergy_ = 0;
  std::vector<Quaternion> startOrientations_;
  std::vector<Pose> start_;  // of the bodies in the last accepted state, if it was evaluated as Measured
  DampingMeter damping_;     // of the last evaluation
  std::vector<DampingPower> powers_;  // a buffer
  ContactStatistics statistics_;
  SearchTotals searches_;
  mutable std::vector<const LinearContact*> contacts_;  // of all blocks, collected on request
  mutable bool joined_ = false;
};

}  // namespace talus
