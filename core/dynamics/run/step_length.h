#pragma once

#include <vector>

#include "dynamics/field/step_choice.h"
#include "dynamics/run/world.h"

namespace talus {

/// How long the next step may be: as given or stable, and so short that no body moves too far.
class StepLength {
 public:
  /// @param system, world must outlive this.
  StepLength(SimulatedSystem& system, World& world) : system_(system), world_(world) {}

  /// What it depends on: of the last accepted state, once findFacts() or setFacts() has been called.
  const StepFacts& facts() const { return facts_; }
  /// Of this rank, in the current state.
  StepFacts localFacts(double time);
  void findFacts();
  void setFacts(const StepFacts& facts);
  /// The facts are no longer those of the current state.
  void forget() { known_ = false; }

  /// The longest step. @param left until the frame ends, s.
  StepChoice longest(double left);
  /// The number of bodies that moved farther in a step than is allowed.
  std::int64_t movedTooFar(const BodyState& before, const BodyState& after) const;
  /// Whether contacts have become so stiff in a step that it was unstable: in layers far thinner than the
  /// range, whose stiffness no step foresees, and where bodies were held back at a small gap, with a force
  /// that would bring in energy.
  bool wasUnstable(double dt) const;
  /// Whether contacts are so much stiffer than usual that their pressure is a multiple of the modulus.
  bool areContactsCrushed() const;

 private:
  struct FreeBody {
    Index number;
    double way;
  };
  StepChoice ofStiffness() const;
  StepChoice ofTurns() const;
  StepChoice ofImpulses() const;
  StepChoice ofMotion(double maximumMotion, double duration);
  std::vector<bool> reachNothing(double duration);

  SimulatedSystem& system_;
  World& world_;
  StepFacts facts_;
  bool known_ = false;          // facts are of the current state
  std::vector<FreeBody> free_;  // bodies that reach no other, and how far they may move in a step
};

/// Steps that are shorter than usual by that factor hardly get on.
constexpr double negligibleStepRatio = 1e-3;

}  // namespace talus
