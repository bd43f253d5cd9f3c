#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

#include "base/types.h"

namespace talus {

/// Disjoint sets of the numbers 0 … count−1. The root of a set is its smallest member, whatever the order of
/// the unions. Nearly O(1) each.
class UnionFind {
 public:
  explicit UnionFind(std::size_t count) : parent_(count), sets_(count) {
    std::iota(parent_.begin(), parent_.end(), Index{0});
  }

  Index find(Index i) {
    while (parent(i) != i) {
      parent(i) = parent(parent(i));
      i = parent(i);
    }
    return i;
  }

  /// @return true if i and j were in different sets.
  bool unite(Index i, Index j) {
    const Index ri = find(i);
    const Index rj = find(j);
    if (ri == rj) return false;
    --sets_;
    if (ri < rj)
      parent(rj) = ri;
    else
      parent(ri) = rj;
    return true;
  }

  /// The number of sets.
  std::size_t sets() const { return sets_; }

 private:
  Index& parent(Index i) { return parent_[static_cast<std::size_t>(i)]; }

  std::vector<Index> parent_;
  std::size_t sets_;
};

}  // namespace talus
