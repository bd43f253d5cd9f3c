#pragma once

#include "contact/overlap/surface_piercing.h"
#include "contact/scene/contact_body.h"
#include "contact/verdict/solid_relation.h"

namespace talus {

/// How two closed bodies lie to each other: exact, for their solids with points rounded in the world.
/// O(triangles · log triangles), and as relationOf().
Relation posedRelation(const ContactBody& a, const ContactBody& b);

/// Whether a piercing of the solids is strict (piercesStrictly) with points rounded in the world.
bool isStrict(const ContactBody& a, const ContactBody& b, const Piercing& piercing);

}  // namespace talus
