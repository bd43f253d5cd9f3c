#pragma once

#include <string>
#include <vector>

#include "geometry/triangle_mesh.h"

namespace talus::bench {

/// A closed manifold body to classify points against.
struct Body {
  std::string name;
  TriangleMesh mesh;
  std::vector<Vec3> points;  ///< a regular grid over the body's box enlarged by 5 %, x fastest
};

/// The octahedron-refined unit sphere (131 072 triangles) and, where VTK is there, a foam of about 500 000.
/// @param perSide points along each side of the grid.
std::vector<Body> bodies(int perSide);

}  // namespace talus::bench
