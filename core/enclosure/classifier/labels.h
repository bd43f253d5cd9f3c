#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/types.h"
#include "enclosure/interface/enclosure.h"

namespace talus {

/// Counts of labelled points.
struct LabelCounts {
  Tally tally;
  /// Points with a NaN or infinite coordinate: labelled Outside, winding 0, body −1.
  std::int64_t nonFinitePoints = 0;
  /// Points off a closed surface whose winding number is even but not 0: outside by parity, inside by
  /// InsideRule::NonZero.
  std::int64_t ambiguousPoints = 0;
  /// Points strictly inside several bodies; for a single surface, strictly inside several shells of the same
  /// orientation, so that a cavity does not count. Only if depth is requested.
  std::int64_t overlappingPoints = 0;

  LabelCounts& operator+=(const LabelCounts& other);
};

/// The output arrays for labels, one entry per point. Arrays that are not requested are empty.
struct LabelSpans {
  std::span<Side> side{};
  std::span<double> winding{};  ///< summed over the surfaces
  std::span<Index> body{};      ///< index of the containing body, see Classifier; −1: none
  /// Number of bodies (for a single closed surface: of shells) that strictly contain the point.
  std::span<Index> depth{};
  /// Distance to the nearest triangle: exactly 0 on it, negative where `side` is Inside before the tolerance
  /// is applied. NaN for points that are not finite. At most the band, if one is set.
  std::span<double> distance{};
  /// The body of the nearest triangle, numbered as in `body`; −1 for points that are not finite or beyond the
  /// band.
  std::span<Index> closestBody{};
  std::span<Index> closestTriangle{};  ///< its number in its surface; of equally near ones the smallest

  LabelSpans part(std::size_t begin, std::size_t count) const;
  /// Sets the labels of points that are in no body and have no distance.
  void clear() const;
};

/// Labels of a set of points, with the arrays of LabelSpans.
struct Classification : LabelCounts {
  std::vector<Side> side;
  std::vector<double> winding;
  std::vector<Index> body;
  std::vector<Index> depth;
  std::vector<double> distance;
  std::vector<Index> closestBody;
  std::vector<Index> closestTriangle;

  LabelSpans spans() { return {side, winding, body, depth, distance, closestBody, closestTriangle}; }
};

}  // namespace talus
