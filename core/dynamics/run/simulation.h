#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <unordered_map>

#include "base/context.h"
#include "base/error.h"
#include "dynamics/certificate/motion_guard.h"
#include "dynamics/certificate/passing_guard.h"
#include "dynamics/contact_dynamics/contact_dynamics.h"
#include "dynamics/contact_forces/contact_forces.h"
#include "dynamics/contact_forces/wall_work.h"
#include "dynamics/field/field_sum.h"
#include "dynamics/field/gravity.h"
#include "dynamics/field/wall_motions.h"
#include "dynamics/implicit/implicit_euler.h"
#include "dynamics/ranks/distribution.h"
#include "dynamics/run/frame_statistics.h"
#include "dynamics/run/frame_sums.h"
#include "dynamics/run/initial_overlaps.h"
#include "dynamics/run/scene_division.h"
#include "dynamics/run/snapshot_parts.h"
#include "dynamics/run/step_facts.h"
#include "dynamics/run/unseen_passages.h"
#include "options/time_stepping_options.h"

namespace talus {

/// What a notice of a simulation is about: steps that are many or take long, or bodies that passed through
/// each other.
enum class NoticeKind { Steps, Passage };
using Notice = std::function<void(NoticeKind, const std::string&)>;

/// The simulation of a scene: integrator, contact forces, gravity, walls; the length of steps; statistics;
/// snapshots.
///
/// Time advances in frames, whose times are met exactly. Within a frame, steps are as long as the given (or
/// stable) step and the motion limit allow, and equal as far as possible. A step that does not converge or
/// moves a surface too far is repeated with half its length. The result of a frame depends only on the
/// state at its start and on its end time: a simulation that is saved and loaded between frames, or
/// cancelled and resumed, gives the bits of an uninterrupted one, for every number of threads.
///
/// On several ranks each simulates its own bodies (dynamics/ranks); or, see knowsAllBodies(), all of them
/// simulate all bodies and divide the work on pairs. The bits are those of one rank, also of a simulation
/// that is resumed on another number of ranks; only the counts of comparisons are those of a rank. All ranks
/// make the same calls. Rows are those bodies of the scene that the rank knows, and may change with each
/// step; after an error a simulation must not be used any more, after a cancellation it must be loaded.
///
/// Cost of a step: that of the integrator's evaluations of the contacts. Memory: about 1 kB per body and
/// 200 bytes per contact, besides the shapes.
class Simulation {
 public:
  /// Progress: the context's stages run to 1.
  /// @param scene the whole one; of several ranks only that of rank 0 counts. @param ranks must outlive this;
  /// null: one rank.
  /// @throws Error a fault of the scene or of the options. Cancelled.
  Simulation(Scene scene, const SimulationOptions& options, Context& context, Communicator* ranks = nullptr);
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Whether each of several ranks knows all bodies: with an implicit or a multi-value method, Barrier or a
  /// certificate.
  static bool knowsAllBodies(const SimulationOptions& options);

  const Scene& scene() const { return scene_; }  ///< in its initial state; of several ranks, a share of it
  const SimulationOptions& options() const { return options_; }
  double halo() const { return contacts_.bodies().halo(); }  ///< m, of each body
  double time() const { return time_; }                      ///< s; 0 at the start

  /// Has sentences without full stop told, each once: as soon as a frame takes more than a million steps,
  /// how long they are, what sets that, and a remedy; as soon as steps compare more than 2e7 pairs of
  /// triangles, why, and a remedy; at the end of a frame in which bodies passed through each other: which,
  /// when, and a remedy. Called by advanceTo(), on all ranks.
  void setNotice(Notice notice) { notice_ = std::move(notice); }

  /// Advances to the time `end`. Progress: one stage that runs to 1.
  /// @throws Error an end that is not after the current time; a step that cannot be made short enough;
  /// Cancelled. Then all is as it was before the call.
  const FrameStatistics& advanceTo(double end, Context& context);

  /// The pairs of bodies that overlapped at the start, before they were separated: on rank 0.
  const InitialOverlaps& initialOverlaps() const { return overlaps_; }
  /// A sentence about them without full stop; empty if there are none.
  std::string overlapText() const { return textOf(overlaps_); }
  const FrameStatistics& statistics() const { return statistics_; }  ///< of the last frame, or the start
  const BodyState& state() const { return state_; }                  ///< rows of the scene's bodies
  const Loads& loads() const { return loads_; }                      ///< in this state, gravity included
  const BodyInertia& inertia() const { return inertia_; }
  /// The contacts in this state. Valid until the simulation advances.
  LinearContacts contacts() const { return field_.linearised(); }
  /// The same; on several ranks, each contact on one of them only.
  std::vector<const LinearContact*> contactsHere() const;
  /// Contact points of each body.
  std::vector<std::int64_t> contactCounts() const;
  /// Other bodies, walls included, with which each body has at least one contact point.
  std::vector<std::int64_t> coordinationNumbers() const;

  /// Rows of bodies that are not removed; on several ranks, each body on one rank only.
  std::vector<std::size_t> presentRows() const;
  /// The row of the whole scene.
  Index numberOf(std::size_t row) const { return distribution_ ? numbers_[row] : static_cast<Index>(row); }
  /// Null: this rank knows all bodies.
  const Distribution* distribution() const { return distribution_ ? &*distribution_ : nullptr; }
  /// Null: there is one rank, or bodies are distributed.
  DividedWork* dividedWork() { return work_ ? &*work_ : nullptr; }
  /// These bodies in their current state.
  Bodies bodies() const;

  /// Everything on which later steps depend, bit for bit; where bodies are distributed, the part of this
  /// rank.
  std::vector<std::byte> save() const;
  /// Restores a saved state. @throws Error bytes that are cut off or of another scene or other options;
  /// then nothing has changed.
  void load(std::span<const std::byte> bytes);
  /// Restores what any number of ranks have saved. @param parts of all of them, in any order, on each rank.
  /// @throws Error as load(); parts that are missing. On several ranks, or of several parts, the simulation
  /// must not be used any more then.
  void load(const SnapshotParts& parts);

 private:
  /// Data that steps of a frame pass on to later ones.
  struct Pace {
    double nominal = 0;                                      // length of the frame's first step, s
    double bound = std::numeric_limits<double>::infinity();  // maximum length after a rejected step, s
    int halvings = 0;                                        // in succession
    int hard = 0;                                            // steps in succession: see requireRoom()
    int tiny = 0;                                            // the same: see requireProgress()
    int slow = 0;                                            // the same: see tellSlowness()
    std::optional<BodyPair> blocked;                         // with a wall, in the last such step
    StepChoice choice{};                                     // of the last step
  };

  Simulation(SceneShare share, const SimulationOptions& options, Context& context, Communicator* ranks);
  static SceneShare shareOf(Scene scene, const SimulationOptions& options, Context& context,
                            Communicator* ranks);
  void restore(std::span<const std::byte> bytes);
  void requireMarks(ByteReader& bytes) const;
  void walk(double end, Context& context);
  double stepTo(double end, Pace& pace);
  void tellSlowness(double interval, double dt, Pace& pace);
  void tellPassage();
  bool mayHidePassages(double dt) const;
  void countPassages(bool unseen);
  void countPassage(const BodyPair& pair);
  void tellCrowding(const std::vector<std::int64_t>& before);
  void tellResidual();
  void tellUnused();
  void takeStep(double end, double dt, Pace& pace);
  StepReport attempt(double end, double dt);
  double timeAfter(double dt, double end) const { return dt < end - time_ ? std::min(time_ + dt, end) : end; }
  StepChoice longestStep(double left);
  StepChoice stepOfTurns() const;
  StepChoice stepOfImpulses() const;
  Vec3 placeOfVelocity(std::size_t i) const;
  ContactStatistics impulsesOfFrame() const;
  StepChoice stepOfMotion(double maximumMotion, double duration);
  void countShortest(double dt, const StepChoice& choice);
  std::vector<ForceField*> fields();
  std::unique_ptr<Integrator> makeSteps();
  StateCheck wanted(double dt, double end);
  bool becameTooStiff(double dt) const;
  ContactRecords recordsOfSteps() const;
  void requireUnblocked(double dt) const;
  bool isHard() const;
  void requireRoom(double dt, Pace& pace);
  void requireProgress(double dt, Pace& pace);
  [[noreturn]] void refuseWalls(double dt, const std::vector<Index>& rows) const;
  [[noreturn]] void refuseStep(const StepReport& report, double dt) const;
  std::int64_t idOf(Index row) const { return scene_.bodies.id[static_cast<std::size_t>(row)]; }
  bool hasBarrier() const { return options_.contacts.law == ContactLawKind::Barrier; }
  bool hasImpulses() const { return options_.integrator == IntegratorMethod::ContactDynamics; }
  // Whether steps are not limited by stiffness, and confined by the integrator itself.
  bool hasLongSteps() const {
    return options_.integrator == IntegratorMethod::IncrementalPotential || hasImpulses();
  }
  void requireApart();
  void measureCertificate();
  std::int64_t movedTooFar(const BodyState& before, const BodyState& after) const;
  StepFacts localFacts(double time);
  void findFacts();
  std::vector<bool> reachNothing(double duration);
  void evaluate();
  void measure();
  FrameSums sums() const;
  bool isPresent(std::size_t i) const { return !motions_.isRemoved(i, time_); }
  bool isGhost(std::size_t i) const { return distribution_ && contacts_.bodies()[i].ghost; }
  bool isOwn(std::size_t i) const { return !inertia_.isWall(i) && !isGhost(i); }

  Index rowOf(Index number) const;

  // On several ranks: simulation_on_ranks.cpp.
  void loadParts(const SnapshotParts& parts);
  void distribute(Communicator& ranks);
  void divideWork(Communicator& ranks);
  bool isShownHere(std::size_t i) const;
  bool isShownHere(const BodyPair& pair) const;
  void requireEqualStates() const;
  bool isAnyCancelled() const;
  BodyMemory bodyMemory() const;
  BodyShare share(const std::function<bool(std::size_t)>& keep) const;
  void exchangeBodies();
  void cut(const BodyShare& own);
  void settle(BodyShare own, AcceptedContacts::Saved contacts);
  std::vector<std::int64_t> costs(const std::vector<Index>& own) const;
  bool isUneven() const;
  void prepareGhosts(double dt);
  struct WallTouch;
  std::vector<WallTouch> wallTouches();
  void completeWalls();
  bool checkOnRanks(const BodyState& before, const BodyState& after, double time);
  void advanceProgress(Context& context, std::int64_t steps);
  std::vector<std::byte> savePart() const;
  struct Part;
  Part readPart(std::span<const std::byte> bytes) const;
  static void take(const Part& part, BodyShare& bodies, std::vector<bool>& taken);

  Scene scene_;
  SimulationOptions options_;
  BodyInertia inertia_;
  WallMotions motions_;
  Gravity gravity_;
  ContactForces contacts_;
  std::optional<PassingGuard> guard_;
  std::optional<MotionGuard> iterates_;  // of long steps
  WallWork wallWork_;
  std::optional<MeanContacts> impulses_;  // of ContactDynamics
  FieldSum field_;
  ContactDynamics* dynamics_ = nullptr;  // the integrator, if it is of this kind
  std::unique_ptr<Integrator> integrator_;
  std::uint64_t sceneMark_ = 0, optionsMark_ = 0;  // identify the scene and options of snapshots
  BodyState state_;
  InitialOverlaps overlaps_;
  Loads loads_;
  StepFacts facts_;                  // of the last accepted state
  bool factsKnown_ = false;          // false: they must be found
  std::vector<double> speedBounds_;  // of the points of each body
  struct Alone {
    Index number;
    double way;
  };
  std::vector<Alone> alone_;  // bodies that reach no other, and how far they may move in a step
  double time_ = 0;
  FrameStatistics statistics_;
  UnseenPassages unseen_;
  BodyState earlier_;        // at the start of a step that may hide passages
  std::int64_t passed_ = 0;  // pairs since the last frame
  Passage firstPassage_;     // of these, of all ranks
  Notice notice_;            // empty: nobody listens
  bool toldSlowness_ = false, toldCrowding_ = false, toldPassage_ = false;
  bool toldResidual_ = false, toldUnused_ = false;

  // On several ranks:
  std::optional<Distribution> distribution_;
  std::vector<Index> numbers_;                         // rows of the whole scene
  std::vector<PrescribedMotion> allMotions_;           // of the whole scene
  std::unordered_map<std::int64_t, double> removals_;  // times, by id
  std::size_t wholeSize_ = 0;                          // bodies of the whole scene
  struct Touched {
    std::int64_t points = 0, bodies = 0;
  };
  std::unordered_map<Index, Touched> touchedWalls_;  // by number; of all ranks, in the last evaluate()
  bool outrun_ = false;      // bodies moved so far in the last attempt that ghosts may have been missing
  bool rebalances_ = false;  // before the next step
  bool cancelled_ = false;   // on this rank: all ranks end after the next step
  std::optional<DividedWork> work_;  // if all of several ranks know all bodies
};

}  // namespace talus
