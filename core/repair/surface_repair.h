#pragma once

#include <vector>

#include "base/context.h"
#include "geometry/mesh/triangle_mesh.h"
#include "options/repair_options.h"
#include "repair/repair_report.h"

namespace talus {

/// A surface and what was mended.
struct RepairedSurface {
  static constexpr Index added = -1;

  /// Closed, oriented, without intersections, as far as `report.after` says so. The input's, bit for bit, if
  /// nothing was wrong; otherwise without points that no triangle uses.
  TriangleMesh mesh;
  /// Of each triangle: that of the input of which it is a part; `added`: it closes a hole.
  std::vector<Index> source;
  RepairReport report;
};

/// Mends what checkMesh finds; see README.md for the steps. A surface that faces inwards is turned.
/// @param mesh with merged points (mergeDuplicatePoints). @throws Error a corner does not exist. Runs the
/// context's stages to 1. Deterministic for any number of threads. O(n log n), holes apart
/// (HoleTriangulation).
RepairedSurface repairSurface(const TriangleMesh& mesh, const RepairOptions& options, Context& context);

}  // namespace talus
