#pragma once

#include <string>
#include <vector>

#include "scene/scene.h"

namespace talus {

/// What is doubtful about the masses of the shapes: surfaces that intersect themselves or others, whose
/// common volume counts more than once. A sentence for each, without full stop.
std::vector<std::string> massRemarks(const Scene& scene);

/// A hint if the scene seems to be in millimetres: bodies that forces move are all larger than 5 m, and
/// gravity pulls. Empty otherwise. A sentence without full stop.
std::string lengthRemark(const Scene& scene);

}  // namespace talus
