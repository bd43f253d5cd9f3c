#pragma once

#include <array>
#include <vector>

#include "base/types.h"

class vtkCell;

namespace talus::filters {

/// A curved face as triangles between its points.
///
/// A triangle of order n becomes n² triangles, a quadrilateral of orders n and m 2·n·m; without a point in
/// its middle a quadrilateral of second order becomes 6, with one a triangle of second order.
struct CurvedFace {
  std::vector<std::array<int, 3>> triangles;  ///< numbers of points of the face
  std::vector<std::vector<int>> edges;        ///< points along each edge, from corner to corner
  std::vector<int> moved;       ///< points of Bézier faces, which control the face from beside it
  std::vector<Vec3> positions;  ///< where these lie on the face
};

/// The triangles of a curved cell of dimension two. @throws Error for a type that is not curved.
CurvedFace splitCurved(vtkCell& face);

}  // namespace talus::filters
