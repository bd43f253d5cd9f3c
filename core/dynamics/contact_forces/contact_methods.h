#pragma once

#include <memory>

#include "dynamics/contact_points/contact_point_finder.h"
#include "options/refinement_options.h"

namespace talus {

/// The law of that name; valid until the program ends.
/// @throws Error there is none.
const ContactLaw& contactLaw(ContactLawKind kind);

/// The finder of the contact points of a law.
/// @throws Error there is no such law.
std::unique_ptr<ContactPointFinder> makeContactPointFinder(ContactLawKind kind,
                                                           const BodyPairOptions& search = {},
                                                           const RefinementOptions& refinement = {});

}  // namespace talus
