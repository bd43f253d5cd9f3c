#pragma once

#include <cstdint>

#include "base/context.h"
#include "repair/mended_surface.h"

namespace talus {

struct ClosedHoles {
  std::int64_t closed = 0;     ///< outlines
  std::int64_t left = 0;       ///< outlines that are larger than the limit, or lie on one line
  std::int64_t triangles = 0;  ///< that close them
};

/// Closes holes by triangles between the corners of their outlines (HoleTriangulation).
/// @param maximumSize diagonal of the box of the largest outline that is closed; 0: all. @param smooth
/// continue curved surfaces by patches with new points (HolePatch).
ClosedHoles closeHoles(MendedSurface& surface, double maximumSize, bool smooth, Context& context);

}  // namespace talus
