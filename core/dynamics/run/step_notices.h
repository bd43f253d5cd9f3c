#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "dynamics/field/step_choice.h"
#include "dynamics/run/frame_sums.h"
#include "dynamics/run/notice.h"
#include "dynamics/run/simulated_system.h"

namespace talus {

/// Warns whoever listens of what a user can mend, of each matter once.
class StepNotices {
 public:
  /// @param system must outlive this.
  explicit StepNotices(const SimulatedSystem& system) : system_(system) {}
  void setListener(Notice notice) { notice_ = std::move(notice); }

  /// Warns of options that mean nothing to the integrator.
  void beginFrame();
  /// Of frames of very many steps. @param crushed see StepLength::areContactsCrushed().
  void warnIfSlow(double interval, double dt, bool crushed, const StepChoice& choice);
  /// Of halos that reach far over fine surfaces. @param steps so far in this frame.
  void warnIfCrowded(std::int64_t steps);
  /// Of contact laws that ContactDynamics violates.
  void warnOfResidual();
  /// Of bodies that passed through each other in the frame.
  void warnOfPassage(const FrameStatistics& statistics, const Passage& first);

  /// Comparisons of triangles in this frame, by levels.
  std::vector<std::int64_t> comparisons() const;

 private:
  enum Matter { Slowness, Crowding, Residual, PassageSeen, Unused, Matters };
  bool isNew(Matter matter);

  const SimulatedSystem& system_;
  Notice notice_;  // empty: nobody listens
  std::array<bool, Matters> told_{};
  int slowSteps_ = 0;                   // in succession, in this frame
  std::vector<std::int64_t> compared_;  // at its begin
};

}  // namespace talus
