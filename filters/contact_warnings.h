#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "body_input.h"
#include "contact/scene/contact_scene.h"

namespace talus::filters {

/// The number of pairs of bodies with uncertain results because a surface is open.
std::int64_t undecidedPairs(const ContactState& state);
std::int64_t estimatedPairs(const ContactState& state);

/// The warnings of a contact search, one sentence each: surfaces without triangles, triangles of shapes that
/// were inverted or omitted, pairs whose overlap is uncertain because a surface is open, and omitted ghost
/// cells, which may have opened the surface.
std::vector<std::string> contactWarnings(const BodyInput& bodies, const ContactScene& scene);

}  // namespace talus::filters
