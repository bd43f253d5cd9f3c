#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <limits>
#include <memory>

#include "broadphase/broad_phase.h"
#include "contact/scene/scene_contacts.h"
#include "dynamics/body/body_inertia.h"
#include "dynamics/contact_forces/contact_methods.h"
#include "dynamics/contact_forces/overlap_recovery.h"
#include "dynamics/field/step_choice.h"
#include "dynamics/law/contact_memory.h"
#include "dynamics/law/contact_response.h"

namespace talus {

/// How contact forces are found.
struct ContactForceOptions {
  ContactLawKind law = ContactLawKind::HaloArea;
  /// ε of every body, m, > 0; 0: the scene's, and if it has none 1 % of the smallest body's diameter.
  double halo = 0;
  BroadPhaseMethod broadPhase = BroadPhaseMethod::Auto;
  /// How fast bodies that overlapped deeply are pushed apart at most, m/s, > 0; 0: as fast as two bodies fly
  /// apart that were pressed together by twice the halos' reach, see capOf().
  double separationSpeed = 0;
  /// Whether halos that overlap at the first evaluation act only once the bodies come nearer than they began:
  /// nothing moves that was placed without overlap. Else, or if the scene says so (Scene::startsAtRest), they
  /// press at once, as if the bodies had been pushed there.
  bool startsAtRest = true;
  BodyPairOptions search{};        ///< of near triangles, where the law needs them
  RefinementOptions refinement{};  ///< of that search in steps of MultiscalePicard
};

/// What contacts come to at the last evaluation, for those who watch.
struct ContactFigures {
  std::int64_t pairs = 0;       ///< of bodies whose boxes overlap
  std::int64_t touching = 0;    ///< of these, in contact
  std::int64_t points = 0;      ///< of contact
  std::int64_t recovering = 0;  ///< pairs that overlapped deeply and are being parted
  std::int64_t stalled = 0;     ///< of these, still overlapping as deeply as before
  double elasticEnergy = 0;     ///< stored in contacts, J
  double dampingPower = 0;      ///< that dashpots take, W
};

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
/// Bodies that overlap deeply, as after a bad start, are parted gently: see overlap_recovery.h.
///
/// Cost, one thread, 1 000 settled convex grains of 20 vertices, two pairs of boxes for each that touches,
/// all of the step included, on a machine with other load: 1.0 µs a touching pair with
/// LinearSpringDashpot, 1.25 µs with HaloArea. Pairs that overlap more deeply than their halos need a search
/// of 2 µs and more. Allocates nothing once buffers have grown.
class ContactForces final : public ForceField {
 public:
  /// @param scene shapes are prepared here, and it need not stay. @param inertia must outlive this.
  /// Progress: the context's stages run to 1.
  /// @throws Error a fault of the scene, options out of range, no such law; Cancelled.
  ContactForces(const Scene& scene, const BodyInertia& inertia, const ContactForceOptions& options,
                Context& context);
  ~ContactForces() override;

  void evaluate(const BodyState& state, double time, Loads& loads) override;
  void accept(const BodyState& state, double time) override;
  double potentialEnergy() const override { return figures_.elasticEnergy; }
  /// Copied together when first asked for after evaluate().
  std::span<const LinearContact> linearised() const override;
  /// Concerns laws that act between near triangles: HaloSpring for all bodies, LinearSpringDashpot and
  /// HertzMindlin where a body is not convex. Others see everything at once.
  void setRefining(bool refining) override;
  /// Forgets what only saves time: when a frame begins, so that a run that goes on from it counts alike.
  void forgetSearch() { refinement_.forget(); }
  bool isSettled() const override { return !refining_ || refinement_.isSettled(); }
  void save(ByteWriter& bytes) const override;
  void load(ByteReader& bytes) override;

  /// Pairs of triangles that were compared since the start, surrogates or fine ones, by levels of the
  /// surrogate trees from the roots on. (A flat search has one level. A certified one compares fewer, as
  /// spheres decide before.) No part of a snapshot.
  const std::vector<std::int64_t>& comparisons() const { return comparisons_; }
  /// Of the fine ones: iterated (Iterative, Hybrid), and compared because that had not terminated (Hybrid).
  std::int64_t iteratedPairs() const { return iterated_; }
  std::int64_t fallbacks() const { return fallbacks_; }

  const ContactFigures& figures() const { return figures_; }
  /// What dashpots and friction have taken since the first evaluation, up to the last accepted state, J.
  double dissipated() const { return dissipated_; }
  double halo() const { return halo_; }
  /// The greatest speed by which two bodies that overlapped are driven apart, m/s: the given one, or else
  /// 2 reach √(κ A/4 (1/m + 1/m')), A the smaller surface.
  double capOf(std::size_t a, std::size_t b) const;

  /// Of a halo, and of the time in which the fastest swings turn by a radian, that a step should take at
  /// most.
  static constexpr double safePart = 0.2;
  /// A time step that is small enough for explicit methods, s: min(0.2 ε / v, 0.2 / ω).
  ///
  /// v is fastestPoint() of now, so that no contact is missed. ω bounds the highest
  /// frequency: that of the contacts of the last evaluation (contactRates()), and at least that of each body
  /// with a quarter of its surface (HaloArea) or four points (other laws) pressed. More dashpot than critical
  /// counts as frequency: ω · max(1, 2ζ). Infinite without dynamic bodies. O(bodies + contacts).
  double stableStep(double fastestPoint) const;
  /// The part of that which contacts set, 0.2 / ω, and the body whose contacts do.
  StepChoice stiffnessStep() const;
  /// The greatest speed of a point of body i, m/s; 0 once it has been taken out.
  double pointSpeed(std::size_t i, const BodyState& state, double time) const;
  /// Whether body i meets no other one while each moves by at most its speed times `duration`, starting where
  /// they were at the last evaluation. O(bodies).
  bool meetsNothing(std::size_t i, std::span<const double> speeds, double duration) const;
  /// The greatest speed of a point of a surface, m/s, of the bodies that have not been taken out by that
  /// time. O(bodies).
  double fastestPoint(const BodyState& state, double time) const;
  /// How far the farthest point of body i is from its centre of mass, m.
  double extent(std::size_t i) const;

 private:
  struct Part;
  struct Body;

  void place(const BodyState& state);
  void findPairs(double time);
  void computePairs();
  void rememberStart();
  double shortOfRange(const BodyPair& pair, ContactPointFinder& finder, FeaturePair& features) const;
  void arrangeRefinement();
  bool searchesTriangles(const BodyPair& pair);
  PairRefinement* refinementOf(const BodyPair& pair);
  void computePair(const BodyPair& pair, const MemoryWalk::Found& known, ContactPointFinder& finder,
                   Part& part);
  bool stillApart(const PairMemory& before) const;
  void rollOver(const MemoryWalk::Found& before, const TouchingPair& touching, PairMemory& memory, Part& part,
                PairResponse& response) const;
  RecoveryRule recoveryOf(const BodyPair& pair, const PairLaw& law) const;
  double capOf(std::size_t a, std::size_t b, const PairLaw& law) const;
  void join(Loads& loads);
  void requireFeatures(const PairMemory& pair) const;
  double rateAlone(const Body& body) const;

  ContactForceOptions options_;
  double halo_ = 0;
  const BodyInertia* inertia_;
  const ContactLaw& law_;
  LawTable laws_;
  ContactLibrary library_;
  std::vector<LawShape> shapes_;
  std::vector<Body> bodies_;        // constants
  std::vector<MovingBody> moving_;  // at the last evaluation
  std::vector<Quaternion> orientations_;
  BoxArrays boxes_;
  std::unique_ptr<BroadPhase> broadPhase_;
  std::vector<Part> parts_;  // with the memory of the trial
  MemoryBlocks accepted_;
  std::vector<BodyPair> refined_;
  ContactRefinement refinement_;
  bool anyTriangles_ = false;  // whether some shapes are searched
  bool refining_ = false;
  std::vector<std::int64_t> comparisons_;
  std::int64_t iterated_ = 0, fallbacks_ = 0;
  double slip_ = 0;  // of the trial
  double dissipated_ = 0;
  double time_ = std::numeric_limits<double>::quiet_NaN();  // of the last accepted state
  double elapsed_ = 0;                                      // since then, at the last evaluation
  mutable std::vector<LinearContact> contacts_;             // of all parts, once asked for
  mutable bool joined_ = false;
  ContactFigures figures_;
  tbb::enumerable_thread_specific<std::unique_ptr<ContactPointFinder>> finders_;
};

}  // namespace talus
