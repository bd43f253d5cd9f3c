#pragma once

#include <span>
#include <vector>

#include "dynamics/contact_dynamics/mean_contacts.h"
#include "dynamics/contact_dynamics/near_contacts.h"
#include "dynamics/contact_dynamics/rest.h"

namespace talus {

/// Hands the impulses of steps to the contacts of a frame, as forces.
class StepRecord {
 public:
  /// @param contacts must outlive this.
  explicit StepRecord(MeanContacts& contacts) : contacts_(contacts) {}

  /// With those of the last step.
  const MeanContacts& contacts() const { return contacts_; }
  /// @param further impulses of restitution of each point; empty: none. @param length of the step, s.
  void take(const ImpulseProblem& problem, std::span<const Vec3> further, const NearContacts& near,
            const Rest& rest, const StepWorks& works, double length);

 private:
  MeanContacts& contacts_;
  std::vector<MeanContact> newContacts_;  // buffers
  std::vector<MeanMoment> newMoments_;
};

}  // namespace talus
