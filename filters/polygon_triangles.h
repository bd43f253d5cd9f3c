#pragma once

#include <vtkType.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

class vtkPolyData;

namespace talus::filters {

/// The triangles of a vtkPolyData and the cells from which they come.
struct PolygonTriangles {
  TriangleMesh mesh;              ///< all points of the source, in its order; not merged
  std::vector<vtkIdType> cellOf;  ///< cell of each triangle, ascending
  std::vector<vtkIdType> tooFew;  ///< polygons and strips with fewer than three corners, without triangles
  /// Polygons that cross themselves. Their triangles have the right boundary, but overlap or leave the
  /// polygon.
  std::vector<vtkIdType> crossed;
};

/// The corners of triangle i of a strip, in which the orientation of every other triangle is reversed.
/// @param strip more than i + 2 corners.
template <class Corners>
auto stripTriangle(const Corners& strip, std::size_t i) {
  const std::size_t odd = i % 2;
  return std::array{strip[i], strip[i + 1 + odd], strip[i + 2 - odd]};
}

/// Splits polygons and triangle strips into triangles (PolygonTriangulation). Vertices, lines and duplicated
/// ghost cells are omitted. The edges of polygons do not change, so a closed surface stays closed. O(cells).
/// @throws Error for a corner that names no point, or more than 2³¹ − 1 points or triangles.
PolygonTriangles trianglesOf(vtkPolyData& surface);

/// Rejects polygons that cannot be split. @param name the surface's name in the message.
/// @throws Error for polygons with fewer than three corners, or that cross themselves.
void requireSplit(const PolygonTriangles& triangles, const std::string& name);

/// Both: the triangles of a surface all of whose polygons can be split.
PolygonTriangles splitTrianglesOf(vtkPolyData& surface, const std::string& name);

}  // namespace talus::filters
