#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "body_input.h"
#include "contact/scene/contact_scene.h"

namespace talus::filters {

/// Pairs of bodies about which something is uncertain because a surface is open.
std::int64_t undecidedPairs(const ContactState& state);
std::int64_t estimatedPairs(const ContactState& state);

/// The warnings of a search for contacts, a sentence each: surfaces without triangles, what was
/// turned or left out of shapes, pairs whose overlap is uncertain because a surface is open, and ghost cells
/// whose absence may have opened it.
std::vector<std::string> contactWarnings(const BodyInput& bodies, const ContactScene& scene);

}  // namespace talus::filters
