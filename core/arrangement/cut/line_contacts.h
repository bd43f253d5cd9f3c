#pragma once

#include <array>
#include <utility>
#include <vector>

#include "arrangement/cut/axis_planes.h"
#include "arrangement/points/exact_geometry.h"

namespace talus {

/// What the triangles of two planes have in common along the line of these.
struct LineContacts {
  std::vector<ExactPoint> points;  ///< ends of common pieces, in their order along the line
  /// Pairs of neighbours with a segment between them, or a point twice that is common alone.
  std::vector<std::pair<std::size_t, std::size_t>> pieces;
};

/// Finds it for all triangles at once. Each meets the line in an interval; common are the pieces between ends
/// of intervals which intervals of both planes cover. Exact. O(n log n) for n triangles, of which up to n²
/// pairs meet. Thread-safe.
LineContacts contactsAlong(const ExactGeometry& geometry, const PlaneLine& line);

}  // namespace talus
