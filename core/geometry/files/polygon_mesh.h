#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/types.h"

namespace talus {

/// Polygons as a file has them. Every corner names a point, every polygon has at least three.
struct PolygonMesh {
  std::vector<Vec3> points;
  std::vector<std::int64_t> corners;  ///< points, from 0, of all polygons one after the other
  std::vector<std::int64_t> sizes;    ///< corners of each polygon
};

/// The bytes of a file, and its name in errors.
struct FileText {
  std::string_view bytes;
  std::string_view name;
};

}  // namespace talus
