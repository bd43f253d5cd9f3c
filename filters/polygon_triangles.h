#pragma once

#include <vtkType.h>

#include <vector>

#include "geometry/mesh/triangle_mesh.h"

class vtkPolyData;

namespace talus::filters {

/// The triangles of a vtkPolyData and the cells they came from.
struct PolygonTriangles {
  TriangleMesh mesh;              ///< all points of the source, in its order; not merged
  std::vector<vtkIdType> cellOf;  ///< cell of each triangle, ascending
  std::vector<vtkIdType> tooFew;  ///< polygons and strips with fewer than three corners: no triangle
};

/// Splits polygons and triangle strips into triangles. Vertices, lines and duplicated ghost cells are left
/// out. The edges of a polygon stay what they are, so that a closed surface stays closed. O(cells).
/// @throws Error a corner that names no point; more points or triangles than 2³¹ − 1.
PolygonTriangles trianglesOf(vtkPolyData& surface);

}  // namespace talus::filters
