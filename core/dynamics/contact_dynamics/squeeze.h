#pragma once

#include <optional>
#include <span>

#include "dynamics/contact_dynamics/impulse_problem.h"
#include "dynamics/contact_dynamics/near_contacts.h"

namespace talus {

/// A body between two walls that leave it no room. Rows.
struct Squeeze {
  Index body = -1, first = -1, second = -1;
};

/// The first body that walls on both sides overlap by more than a hundredth of its thickness together, while
/// one of them comes on: impulses cannot hold it, since walls do not give way.
/// @param velocities of the bodies in this step.
std::optional<Squeeze> findSqueeze(const NearContacts& near, const ForceBodies& bodies,
                                   std::span<const ImpulseBody> velocities);

}  // namespace talus
