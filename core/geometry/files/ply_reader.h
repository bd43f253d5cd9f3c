#pragma once

#include "geometry/files/ply_header.h"

namespace talus {

/// Reads a surface from a PLY file: `x`, `y`, `z` of the element `vertex`, `vertex_indices` (or
/// `vertex_index`) of `face` and of `tristrips`, whose strips end by −1; other properties are ignored.
/// @throws Error for an invalid header, a body that is shorter than the header says or has anything but
/// numbers, a face with fewer than three corners, or a corner that names no point. O(file size).
PolygonMesh readPly(const FileText& given);

/// A number of each vertex, such as its colour.
struct PlyColumn {
  std::string name;
  PlyType type = PlyType::Double;  ///< which holds all values: as declared, or double
  std::vector<double> values;
};

struct PlyPoints {
  std::vector<Vec3> points;
  bool singlePrecision = false;  ///< floats hold all coordinates, as in the file
  std::vector<PlyColumn> columns;
};

/// Reads the vertices with their other numbers. Lists, and the values of other elements are ignored.
/// @throws Error as readPly(); faces may be missing, or name no points. O(file size).
PlyPoints readPlyPoints(const FileText& given);

}  // namespace talus
