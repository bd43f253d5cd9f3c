#pragma once

#include "scene/json_node.h"
#include "scene/material.h"
#include "scene/motion.h"

namespace talus {

// Items of a scene file. Types and keys are checked here; values are not, see findFault().

/// @throws Error a wrong type, an unknown key.
ContactParameters contactOf(const JsonNode& node);
/// @throws Error a wrong type, an unknown key, no name.
Material materialOf(const JsonNode& node);
/// @throws Error a wrong type, an unknown key or kind, a key that is missing.
PrescribedMotion motionOf(const JsonNode& node);

}  // namespace talus
