#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/types.h"
#include "enclosure/interface/enclosure.h"

namespace talus {

/// What was counted while points were labelled.
struct LabelCounts {
  Tally tally;
  /// Points with a NaN or infinite coordinate: labelled Outside, winding 0, body −1.
  std::int64_t nonFinitePoints = 0;
  /// Points off the surface whose winding number about a closed surface is even but not 0: outside by
  /// parity, inside by InsideRule::NonZero.
  std::int64_t ambiguousPoints = 0;
  /// Points strictly inside several bodies; of a single surface, strictly inside several shells that turn the
  /// same way round, so that a cavity does not count. If depth is wanted.
  std::int64_t overlappingPoints = 0;

  LabelCounts& operator+=(const LabelCounts& other);
};

/// Where the labels of some points go, one entry per point. Arrays that are not wanted are empty.
struct LabelSpans {
  std::span<Side> side{};
  std::span<double> winding{};  ///< summed over the surfaces
  std::span<Index> body{};      ///< as told at Classifier; −1: in no body
  /// Bodies (of a single closed surface: connected shells) that have the point strictly inside.
  std::span<Index> depth{};
  /// Length to the nearest triangle, 0 on it (exactly), negative where `side` is Inside, before a tolerance
  /// widens the surface. NaN for points that are not finite. At most the band, if there is one.
  std::span<double> distance{};
  /// Whose triangle that is, numbered as `body`; −1: point not finite, or beyond the band.
  std::span<Index> closestBody{};
  std::span<Index> closestTriangle{};  ///< its number within its surface; the smallest of equally near ones

  LabelSpans part(std::size_t begin, std::size_t count) const;
  /// The labels of points that are in no body and have no distance.
  void clear() const;
};

/// Labels of a set of points, as a structure of arrays as of LabelSpans.
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
