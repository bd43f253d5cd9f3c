#pragma once

#include <string>
#include <vector>

#include "scene/json_node.h"
#include "scene/material.h"
#include "scene/motion.h"

namespace talus {

/// In the order of Motion.
inline const std::vector<std::string> motionWords{"dynamic", "fixed", "prescribed"};

// Items of a scene file. Types and keys are checked here; values are not, see findFault().

/// @throws Error a wrong type, an unknown key.
ContactParameters contactOf(const JsonNode& node);
/// @throws Error a wrong type, an unknown key, no name.
Material materialOf(const JsonNode& node);
/// @throws Error a wrong type, an unknown key or kind, a key that is missing.
PrescribedMotion motionOf(const JsonNode& node);

}  // namespace talus
