#pragma once

#include <string>

#include "assembly/wall_thickness.h"

namespace talus {

/// "Thinnest wall 0.2 at (0, 0, 1) · narrowest gap 0.5 at (1, 0, 0)".
std::string wallAnswer(const WallReport& report);

}  // namespace talus
