#pragma once

#include <vector>

#include "dynamics/contact_forces/force_bodies.h"
#include "dynamics/field/force_field.h"

namespace talus {

/// The walls that squeeze a body, directly or through others: they come nearer to each other, and their
/// forces cancel. So no motion of the bodies between them makes room, unlike after an impact. Rows,
/// ascending; empty: none do. O(bodies + contacts).
///
/// The power of walls tells whether they come nearer: where forces cancel it does not depend on a velocity
/// that all have in common, and is 0 if all are one rigid wall.
std::vector<Index> squeezingWalls(LinearContacts contacts, const ForceBodies& bodies,
                                  const BodyInertia& inertia, Index body);

}  // namespace talus
