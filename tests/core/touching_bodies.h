#pragma once

#include "geometry/mesh/point_merge.h"
#include "shapes.h"

// Closed, oriented surfaces whose parts touch.
namespace talus::shapes {

/// Two cubes of edge 1 with a common edge.
inline TriangleMesh cubesAtAnEdge() {
  TriangleMesh both = box(Vec3(0, 0, 0), Vec3(1, 1, 1));
  both.append(box(Vec3(1, 1, 0), Vec3(2, 2, 1)));
  return mergeDuplicatePoints(both).mesh;
}

/// Two cubes of edge 1 with a common corner.
inline TriangleMesh cubesAtACorner() {
  TriangleMesh both = box(Vec3(0, 0, 0), Vec3(1, 1, 1));
  both.append(box(Vec3(1, 1, 1), Vec3(2, 2, 2)));
  return mergeDuplicatePoints(both).mesh;
}

}  // namespace talus::shapes
