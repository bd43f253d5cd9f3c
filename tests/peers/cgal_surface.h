#pragma once

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>

#include <vector>

#include "geometry/exact/intersection.h"
#include "geometry/mesh/triangle_mesh.h"

/// Our meshes in CGAL's types.
namespace talus::peers {

using CgalKernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using CgalPoint = CgalKernel::Point_3;
using CgalSurface = CGAL::Surface_mesh<CgalPoint>;

struct CgalSoup {
  std::vector<CgalPoint> points;
  std::vector<std::vector<std::size_t>> polygons;
};

CgalPoint toCgal(const Vec3& p);
CgalSoup soupOf(const TriangleMesh& mesh);
/// Orienting changes which way triangles face and splits non-manifold points; parity sees neither.
CgalSurface surfaceOf(const TriangleMesh& mesh);

}  // namespace talus::peers
