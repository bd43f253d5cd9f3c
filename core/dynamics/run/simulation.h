#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/context.h"
#include "distributed/communicator.h"
#include "dynamics/body/body_state.h"
#include "dynamics/body/loads.h"
#include "dynamics/run/frame_statistics.h"
#include "dynamics/run/notice.h"
#include "dynamics/run/overlap_report.h"
#include "dynamics/run/snapshot_parts.h"
#include "options/time_stepping_options.h"
#include "scene/scene.h"

namespace talus {

struct LinearContact;
struct SimulatedSystem;
class World;

/// The simulation of a scene: integrator, contact forces, gravity, walls; the length of steps; statistics;
/// snapshots. See frame_contents.h for what a frame shows of bodies and contacts.
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
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  const Scene& scene() const;  ///< in its initial state; of several ranks, a share of it
  double time() const;         ///< s; 0 at the start

  /// Has sentences without full stop told, each once: as soon as a frame takes more than a million steps,
  /// how long they are, what sets that, and a remedy; as soon as steps compare more than 2e7 pairs of
  /// triangles, why, and a remedy; at the end of a frame in which bodies passed through each other: which,
  /// when, and a remedy. Called by advanceTo(), on all ranks.
  void setNotice(Notice notice);

  /// Advances to the time `end`. Progress: one stage that runs to 1.
  /// @throws Error an end that is not after the current time; a step that cannot be made short enough;
  /// Cancelled. Then all is as it was before the call.
  const FrameStatistics& advanceTo(double end, Context& context);

  /// The pairs of bodies that overlapped at the start, before they were separated: on rank 0.
  const InitialOverlaps& initialOverlaps() const;
  const FrameStatistics& statistics() const;  ///< of the last frame, or the start
  const BodyState& state() const;             ///< rows of the scene's bodies
  const Loads& loads() const;                 ///< in this state, gravity included
  /// The contact points in this state, with their forces. Valid until the simulation advances.
  std::span<const LinearContact* const> contacts() const;

  /// All bodies with what acts on them, and the ranks: for the library itself.
  const SimulatedSystem& system() const;
  World& world() const;

  /// Everything on which later steps depend, bit for bit; where bodies are distributed, the part of this
  /// rank.
  std::vector<std::byte> save() const;
  /// Restores what any number of ranks have saved. @param parts of all of them, in any order, on each rank.
  /// @throws Error bytes that are cut off or of another scene or other options; parts that are missing. Then
  /// nothing has changed; on several ranks, the simulation must not be used any more.
  void load(const SnapshotParts& parts);

 private:
  class Run;
  std::unique_ptr<Run> run_;
};

}  // namespace talus
