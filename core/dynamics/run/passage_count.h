#pragma once

#include "dynamics/run/frame_sums.h"
#include "dynamics/run/simulated_system.h"
#include "dynamics/run/unseen_passages.h"

namespace talus {

/// Counts the pairs of bodies that pass through each other in a frame: those that contacts see, and those
/// that a step hides.
class PassageCount {
 public:
  /// @param system must outlive this.
  explicit PassageCount(SimulatedSystem& system) : system_(system), unseen_(system.fields.contacts) {}

  void beginFrame();
  /// Before each attempt of a step. @param fastest speed of a point, m/s.
  void beginStep(double dt, double fastest);
  /// After an accepted step, at its end.
  void endStep();

  std::int64_t pairs() const { return pairs_; }
  const Passage& first() const { return first_; }

 private:
  void count(const BodyPair& pair);

  SimulatedSystem& system_;
  UnseenPassages unseen_;
  bool mayHide_ = false;  // the step
  BodyState earlier_;     // at the start of a step that may hide passages
  std::int64_t pairs_ = 0;
  Passage first_;  // of these
};

}  // namespace talus
