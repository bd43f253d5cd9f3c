// Triangles of a body with curved faces.
#pragma once

#include <TopoDS_Shape.hxx>
#include <array>
#include <cstdint>
#include <vector>

namespace talus::step {

/// How far triangles may be from the curved faces.
struct Tolerance {
  double chord;  ///< distance, as a fraction of the diagonal of the body's bounding box
  double angle;  ///< between the normals of neighbouring triangles of a face, radians
};

struct Triangles {
  std::vector<std::array<double, 3>> points;  ///< neighbouring faces repeat the points of their common edge
  std::vector<std::array<std::int32_t, 3>> triangles;  ///< counter-clockwise seen from outside
  int missingFaces = 0;  ///< OpenCASCADE failed to mesh them: the surface is open there
};

/// Shapes that an assembly uses several times are meshed once.
/// Throws Refused: more than 2^31 points, an infinite size.
Triangles trianglesOf(const TopoDS_Shape& body, const Tolerance& tolerance);

}  // namespace talus::step
