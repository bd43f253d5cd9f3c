#pragma once

#include <boost/container/small_vector.hpp>
#include <span>

#include "dynamics/halo/halo_sieve.h"

namespace talus {

/// Two edges, by index.
struct EdgePair {
  Index ofA = 0, ofB = 0;
};

/// The features of two convex bodies that may interact under HaloArea: those that HaloSieve finds, or, if
/// they are kept from step to step, all that it may find while the bodies move little. What they exert is the
/// same whatever else is listed. So nothing of this is in snapshots.
class NearFeatures {
 public:
  /// Whether the list has all features within reach: each point of B has moved by at most the skin since
  /// keep(), seen from A. @param reach in the unit of A. About 5 ns.
  bool cover(const ConvexPair& pair, double reach) const;
  /// Lists features for further steps. @param sieve scratch memory. See HaloSieve::find.
  void keep(const ConvexPair& pair, const SieveShape& a, const SieveShape& b, const ClosestFeatures& closest,
            double reach, HaloSieve& sieve);
  /// Lists them for this pose only.
  void find(const ConvexPair& pair, const SieveShape& a, const SieveShape& b, const ClosestFeatures& closest,
            double reach, HaloSieve& sieve);

  /// Vertices by index, ascending.
  template <Of side>
  std::span<const Index> vertices() const {
    const std::span all(vertices_.data(), vertices_.size());
    return side == Of::A ? all.first(ofA_) : all.subspan(ofA_);
  }
  /// Ascending by the edge of B, then by that of A.
  std::span<const EdgePair> edges() const { return {edges_.data(), edges_.size()}; }

 private:
  void take(const HaloSieve& sieve);

  Pose seen_;         // of B when they were listed, in the frame of A
  double reach_ = 0;  // 0: nothing is kept
  double skin_ = 0;
  std::size_t ofA_ = 0;  // vertices
  boost::container::small_vector<Index, 6> vertices_;
  boost::container::small_vector<EdgePair, 6> edges_;
};

}  // namespace talus
