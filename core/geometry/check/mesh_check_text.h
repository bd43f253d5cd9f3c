#pragma once

#include <array>
#include <string>

#include "geometry/check/mesh_check.h"

namespace talus {

/// The first triangle with each kind of defect; −1: none. And what concerns all triangles.
struct FirstDefects {
  std::array<Index, 2> boundaryEdge{-1, -1};
  std::array<Index, 2> nonManifoldEdge{-1, -1};
  std::array<Index, 2> misorientedEdge{-1, -1};
  Index pinchedVertex = -1;
  Index duplicateTriangle = -1;
  Index degenerateTriangle = -1;
  Index nonFiniteTriangle = -1;
  Index misdirectedTriangle = -1;
  std::array<Index, 2> intersectingTriangles{-1, -1};
  bool badScale = false;  ///< the area or volume of finite triangles does not fit a double
};

/// The text of MeshReport::problem. Empty for a surface without defects.
std::string problemText(const TriangleMesh& mesh, const MeshReport& report, const FirstDefects& first);

/// The text of MeshReport::consequence.
std::string consequenceText(const MeshReport& report);

}  // namespace talus
