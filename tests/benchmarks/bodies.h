#pragma once

#include <functional>
#include <string>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus::bench {

/// A surface to classify points against, made when it is first needed.
struct Body {
  std::string name;  ///< without slashes
  std::function<TriangleMesh()> make;
};

/// The octahedron-refined unit sphere of 8 · 4^levels triangles.
Body sphere(int levels);

/// An open-cell foam of about so many triangles.
Body foam(std::size_t triangles);

/// Six foams side by side as one surface of six shells, of about so many triangles in all.
Body sixFoams(std::size_t triangles);

/// A convex polyhedron inscribed in the unit sphere: rings of vertices between two poles, each ring turned by
/// half a step against the next. It has 2 · meridians · rings facets.
Body convexBody(int meridians, int rings);

/// A sphere and, in the corner of its box, a foam scaled by 1/1000: together as one mesh, and each alone.
struct TinyPart {
  Body together;
  Body sphere;
  Body foam;
};
TinyPart tinyPart(int sphereLevels, std::size_t foamTriangles);

/// A body without its triangles whose centre is near the top of its box: open, with a short boundary.
Body withHole(const Body& body);

/// The mesh files of the cross-check's collections that are open surfaces. None without VTK.
std::vector<Body> openMeshes();

}  // namespace talus::bench
