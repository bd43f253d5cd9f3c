#pragma once

#include <array>
#include <string>

#include "geometry/check/mesh_check.h"

namespace talus {

/// Where each kind of defect was met first; −1 where it was not.
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
};

/// MeshReport::problem in words. Empty for a sound surface.
std::string problemText(const TriangleMesh& mesh, const MeshReport& report, const FirstDefects& first);

/// MeshReport::consequence in words.
std::string consequenceText(const MeshReport& report);

}  // namespace talus
