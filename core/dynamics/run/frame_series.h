#pragma once

#include <memory>

#include "base/context.h"
#include "dynamics/run/frame_times.h"
#include "dynamics/run/simulation.h"

namespace talus {

class SnapshotStore;

/// A simulation frame by frame, forwards and back: a simulated frame is restored from its snapshot, to the
/// bit. Keeps a snapshot of every frame, or of the first and the last only. On several ranks all make the
/// same calls, and each keeps its parts of snapshots.
class FrameSeries {
 public:
  /// @param start at time 0. @param memory for snapshots, bytes: see SnapshotStore.
  /// @throws Error as SnapshotStore::put.
  FrameSeries(std::unique_ptr<Simulation> start, const FrameTimes& times, std::size_t memory);

  /// Brings the simulation to a frame: from its snapshot, or by simulation from the last one before it.
  /// Earlier frames are kept also after an error.
  /// @param report of [0, 1] over all frames on the way.
  /// @throws Error as Simulation::advanceTo; a snapshot that cannot be stored. Cancelled.
  const Simulation& show(std::int64_t frame, const Context::Report& report);

  ~FrameSeries();
  FrameSeries(FrameSeries&& other) noexcept;

  const Simulation& simulation() const { return *simulation_; }
  const Scene& scene() const { return simulation_->scene(); }  ///< in its initial state
  /// What Simulation::save() gave at a frame; on several ranks, the part of this one. @throws Error it was
  /// not reached yet.
  std::vector<std::byte> snapshot(std::int64_t frame) const;
  /// The last frame that is kept.
  std::int64_t reached() const;
  const FrameTimes& times() const { return times_; }
  /// Changes the frames from now on; snapshots of frames with unchanged times are kept.
  void setTimes(const FrameTimes& times);
  void setMemory(std::size_t bytes);
  /// Whether all frames are kept from now on (the default) or only the first and the last one reached; then
  /// going back simulates again from the start.
  void setKeepsAll(bool all) { keepsAll_ = all; }

  /// Takes over what Simulation::save() of a simulation of the same scene wrote at the time of a frame, on
  /// any number of ranks.
  /// @throws Error bytes of another scene or other options; a time without frame. On one rank, frames are
  /// then as before.
  void resume(const SnapshotParts& parts);

 private:
  void standAt(std::int64_t frame);
  void advanceTo(std::int64_t frame, Context& context);
  void keep(std::int64_t frame, std::vector<std::byte> bytes);

  std::unique_ptr<Simulation> simulation_;
  FrameTimes times_;
  std::unique_ptr<SnapshotStore> snapshots_;
  std::int64_t standing_ = 0;  // frame of the simulation; −1: none
  bool keepsAll_ = true;
};

}  // namespace talus
