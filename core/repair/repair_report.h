#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "geometry/check/mesh_check.h"

namespace talus {

/// What the steps of a repair did, and what remains.
struct RepairReport {
  std::int64_t mergedPoints = 0;        ///< points within the tolerance of another one
  std::int64_t nonFiniteTriangles = 0;  ///< removed, as the next ones
  std::int64_t flatTriangles = 0;       ///< of zero area
  std::int64_t repeatedTriangles = 0;
  std::int64_t sheetTriangles = 0;  ///< of fins and inner walls
  std::int64_t smallShells = 0;
  std::int64_t tJunctions = 0;  ///< points that divide triangles
  std::int64_t flippedTriangles = 0;
  std::int64_t turnedShells = 0;
  std::int64_t closedHoles = 0;
  std::int64_t holeTriangles = 0;     ///< that close them
  std::int64_t openHoles = 0;         ///< that are left
  std::int64_t intersections = 0;     ///< pairs of triangles that intersected before they were cut
  std::int64_t separatedCorners = 0;  ///< that parts got where they touched others
  /// The greatest distance of a corner of the result from the triangle of the input of which its triangle is
  /// a part, a length; no point of these triangles is farther. Triangles that close holes do not count.
  double maximumMove = 0;
  MeshReport before, after;

  /// Whether any step did anything; otherwise the result is the input.
  bool hasChanged() const;
};

/// One step that did something.
struct RepairStep {
  std::string name;  ///< of its count, for example "ClosedHoles"
  std::int64_t count = 0;
  std::string text;  ///< "2 holes closed by 36 triangles"
};

/// The steps that did something, in their order.
std::vector<RepairStep> stepsOf(const RepairReport& report);

}  // namespace talus
