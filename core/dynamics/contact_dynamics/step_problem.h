#pragma once

#include "dynamics/contact_dynamics/impulse_problem.h"
#include "dynamics/contact_dynamics/mean_contacts.h"
#include "dynamics/contact_dynamics/near_contacts.h"

namespace talus {

/// What a step of contact dynamics starts from.
struct StepStart {
  const BodyState& state;
  const BodyState& target;       ///< walls: where they are at the end
  std::span<const double> lags;  ///< by how much the velocity of each body is older than its position, s
  Vec3 gravity;
  double length;  ///< s
};

/// Builds the ImpulseProblem of a step.
class StepProblem {
 public:
  /// @param bodies, inertia must outlive this.
  StepProblem(const Scene& scene, const ForceBodies& bodies, const BodyInertia& inertia);

  /// Sets the bodies.
  void begin(const StepStart& start);
  /// The impulses with which the last step moved the bodies are where solvers start.
  /// @param problem replaced; its impulses applied.
  void build(const StepStart& start, const NearContacts& near, const MeanContacts& last,
             ImpulseProblem& problem);
  /// The bodies with the velocities that they had: walls with those of this step.
  const std::vector<ImpulseBody>& before() const { return before_; }
  /// The bodies with the velocities that they would have without impulses.
  const std::vector<ImpulseBody>& free() const { return free_; }
  /// The distance that is kept between two bodies, m.
  double clearance(const BodyPair& pair) const;
  /// The distance that a body keeps from thicker ones, m.
  static double clearance(const ForceBody& body);

 private:
  void setPair(const StepStart& start, const NearContacts& near, std::size_t number,
               ImpulseProblem& problem) const;
  void startFrom(const MeanContacts& last, const NearContacts& near, double length, std::size_t begin,
                 std::size_t end, ImpulseProblem& problem) const;
  const ContactParameters& parameters(const BodyPair& pair) const;

  const ForceBodies& bodies_;
  const BodyInertia& inertia_;
  std::size_t materials_;
  std::vector<ContactParameters> parameters_;  // of each pair of materials
  std::vector<ImpulseBody> before_, free_;
};

}  // namespace talus
