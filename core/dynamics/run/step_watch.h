#pragma once

#include <limits>
#include <optional>

#include "dynamics/run/step_length.h"

namespace talus {

/// Chooses the steps of a frame one after the other, and ends a run that does not get on.
class StepWatch {
 public:
  /// @param length must outlive this, as the others.
  StepWatch(SimulatedSystem& system, World& world, StepLength& length)
      : system_(system), world_(world), length_(length) {}

  void beginFrame() { pace_ = {}; }
  /// The length of the next step, s. @throws Error it is too short.
  double next(double end);
  /// What sets it.
  const StepChoice& choice() const { return pace_.choice; }
  /// Whether a step is shorter than the frame's first one.
  bool isSubStep(double dt) const { return dt < 0.999 * pace_.nominal; }

  /// A step was not taken: the next one is half as long. @throws Error it was halved too often.
  void reject(const StepReport& report, double dt);
  /// A step was taken: after rejected ones steps grow again. @throws Error walls that crush a body.
  void accept(double dt);
  /// After a step, at its end. @throws Error walls that make steps ever shorter.
  void checkStalledWalls(double dt);

 private:
  // Of the frame's steps so far.
  struct Pace {
    double nominal = 0;                                      // length of the first step, s
    double bound = std::numeric_limits<double>::infinity();  // maximum length after a rejected step, s
    int halvings = 0;                                        // in succession
    int crushed = 0;                                         // steps in succession: see checkCrushing()
    int shrunk = 0;                                          // the same: see checkStalledWalls()
    std::optional<BodyPair> blocked;                         // with a wall, in the last such step
    StepChoice choice{};                                     // of the last step
  };
  void checkCrushing(double dt);
  void requireUnblocked(double dt) const;
  [[noreturn]] void refuseWalls(double dt, const std::vector<Index>& rows) const;
  [[noreturn]] void refuseStep(const StepReport& report, double dt) const;
  [[noreturn]] void refuseCount(double end, double steps) const;

  SimulatedSystem& system_;
  World& world_;
  StepLength& length_;
  Pace pace_;
};

}  // namespace talus
