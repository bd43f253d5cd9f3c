#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/context.h"
#include "geometry/mesh/box_tree.h"

namespace talus {

/// The points within reach of each body, in portions. A portion needs no more memory than the points, however
/// many bodies reach a point.
///
/// Cost: one query of the tree per point. If points are within reach of more than 8 bodies on average, not
/// all pairs are stored at once, and the queries are repeated for each portion.
class BodyPoints {
 public:
  /// The points of one body, in ascending order.
  struct Batch {
    Index body = 0;
    std::vector<std::size_t> at;
  };

  /// @param reach tree over the bodies' boxes, outside of which a body has no effect. Points that are not
  /// finite are in no batch.
  BodyPoints(std::span<const Vec3> points, const BoxTree& reach, std::size_t bodies);

  /// The number of pairs of a body and a point: the sum of the batches' sizes.
  std::int64_t pairs() const { return pairs_; }

  /// The batches of the next bodies, in their order; bodies without points are omitted. Empty at the end.
  std::vector<Batch> next();

 private:
  struct Pair {
    Index body;
    std::size_t point;
  };

  template <class Visit>
  void forEachPair(std::size_t begin, std::size_t end, const Visit& visit) const;
  std::vector<Batch> emptyBatches();
  std::vector<std::vector<Pair>> pairsWith(std::span<const Index> batchOf) const;

  std::span<const Vec3> points_;
  const BoxTree& reach_;
  std::vector<std::int64_t> count_;  // points per body
  std::int64_t pairs_ = 0;
  std::size_t nextBody_ = 0;
  std::vector<std::vector<Pair>> kept_;  // pairs of each chunk of points; empty if there are too many
};

}  // namespace talus
