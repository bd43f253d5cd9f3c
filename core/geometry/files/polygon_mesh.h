#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.h"

namespace talus {

/// Polygons as in a file. Every corner is the number of an existing point, and every polygon has at least
/// three corners.
struct PolygonMesh {
  std::vector<Vec3> points;
  std::vector<std::int64_t> corners;  ///< point numbers, from 0, of all polygons one after another
  std::vector<std::int64_t> sizes;    ///< number of corners of each polygon
  std::string warning{};              ///< what was ignored, as a sentence without full stop; empty: nothing
  bool singlePrecision = false;       ///< floats hold all coordinates, as in the file
};

/// The bytes of a file, and its name in errors.
struct FileText {
  std::string_view bytes;
  std::string_view name;
};

}  // namespace talus
