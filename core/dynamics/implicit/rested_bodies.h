#pragma once

#include <cstdint>
#include <vector>

#include "dynamics/implicit/long_stage.h"

namespace talus {

/// The bodies that a step left where the gradient of its potential jumps. They rest in the next one, too, as
/// long as the same is left of their loads: a search would take five evaluations to find that again.
class RestedBodies {
 public:
  void beginStep(std::size_t bodies);
  /// The step is taken.
  void endStep() { rest_ = next_; }
  void forget() { rest_.clear(); }

  /// Whether all of these bodies rest as in the last step.
  bool restAgain(std::span<const std::size_t> bodies, const LongStage& stage,
                 const BodyInertia& inertia) const;
  /// Notes what is left of the loads on a body at the end of a minimisation. @param again it rests again.
  void note(std::size_t i, const LongStage& stage, bool again);

  void save(ByteWriter& bytes) const;
  void load(ByteReader& bytes);

 private:
  struct Rest {
    std::int64_t known = 0;  // whether it is such a body
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  };
  std::vector<Rest> rest_;  // of the last step
  std::vector<Rest> next_;  // of this one
};

}  // namespace talus
