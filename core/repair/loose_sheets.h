#pragma once

#include <cstdint>

#include "repair/mended_surface.h"

namespace talus {

/// Removes sheets that end on other parts of the surface: fins, and walls between parts of the inside. They
/// are triangles connected across edges of two triangles, without which all of their edges have an even
/// number; one of these edges has three or more. Of several choices, as at a wall and both parts of the
/// surface around it, the one of the smallest area is removed. @return number of triangles removed.
/// O(n log n) for each sheet within another.
std::int64_t removeLooseSheets(MendedSurface& surface);

}  // namespace talus
