#pragma once

#include <memory>
#include <span>
#include <vector>

#include "broadphase/broad_phase.h"
#include "dynamics/certificate/certified_gap.h"
#include "dynamics/certificate/step_motion.h"
#include "dynamics/certificate/surface_check.h"
#include "dynamics/contact_forces/contact_forces.h"

namespace talus {

/// Finds bodies that passed through each other within a step whose ends show nothing of it to a contact law:
/// they moved by more than half of the thinner one's thickness beside each other.
///
/// They are looked at in places of the motion that are a quarter of that thickness apart. So a passage of a
/// corner through a corner may escape, but none through the middle.
class UnseenPassages {
 public:
  /// @param contacts must outlive this.
  explicit UnseenPassages(const ContactForces& contacts) : contacts_(&contacts) {}

  /// Whether a step in which no point moves farther than that hides nothing, m.
  bool areImpossible(double way) const;
  /// The pairs, each on one rank only. @param after the accepted state at the end of a step.
  /// 20 ns per body and pair, and a search for each pair that moved so far.
  std::vector<BodyPair> find(const BodyState& before, const BodyState& after, double time);

 private:
  void findMotions(const BodyState& before, const BodyState& after);
  std::span<const BodyPair> nearPairs(double time);
  Box sweptBox(Index body) const;
  Pose poseOf(Index body, double part) const;
  double motionOf(const BodyPair& pair) const;
  double thicknessOf(const BodyPair& pair) const;
  bool stayApart(const BodyPair& pair);
  bool meet(const BodyPair& pair, double part);
  bool pass(const BodyPair& pair);

  const ContactForces* contacts_;
  GapFinder gaps_;
  SurfaceCheck check_;
  std::unique_ptr<BroadPhase> swept_;  // of bodies that leave their halos in a step
  // Of the step:
  const BodyState* before_ = nullptr;
  std::vector<StepMotion> motions_;
};

}  // namespace talus
