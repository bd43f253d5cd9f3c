#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/types.h"
#include "distributed/communicator.h"

namespace talus {

/// A division of space into boxes, one for each rank: a rank owns the bodies whose centres lie in its cell.
/// Cells are half open and cover space without overlap; those at the border are infinite. Equal on all ranks.
class Partition {
 public:
  Partition() : Partition(1) {}  ///< one rank that owns all

  /// Recursive coordinate bisection (M. J. Berger and S. H. Bokhari, IEEE Transactions on Computers C-36
  /// (1987) 570): space is cut across the longest side of the box around the centres, in proportion to the
  /// numbers of ranks on both sides, and so on. The result depends on the centres and costs alone, not on the
  /// ranks that hold them. No rank learns the centres of another: cuts are found from histograms, and meet
  /// the aim to a 10⁷th of the side, or as well as centres with equal coordinates permit.
  /// Four reductions for each level of the bisection; O(centres · levels).
  /// @param centres finite, those of this rank. @param costs one for each, ≥ 0.
  static Partition bisect(std::span<const Vec3> centres, std::span<const std::int64_t> costs,
                          Communicator& ranks);

  /// As if each rank owned everything: where bodies may be before they are first divided.
  static Partition anywhere(int ranks);

  int ranks() const { return static_cast<int>(cells_.size()); }
  /// O(log ranks).
  int ownerOf(const Vec3& centre) const;
  /// All points of which this rank is the owner, and its upper faces.
  const Box& cell(int rank) const { return cells_[static_cast<std::size_t>(rank)]; }

  /// The maximum over the axes of the distance of a point, or a cell, from a cell; 0 inside.
  double distance(int rank, const Vec3& point) const;
  double distance(int rank, int other) const;
  static double distance(const Box& a, const Box& b);
  /// The ranks up to that distance from a rank, without itself, ascending. O(ranks).
  std::vector<int> neighbours(int rank, double distance) const;

 private:
  // Ranks first … first + count − 1. A leaf has one. The others are cut: what is below belongs to `below`.
  struct Node {
    int first = 0, count = 1;
    int axis = 0;
    double cut = 0;
    int below = -1, above = -1;
  };
  class Bisection;

  explicit Partition(int ranks) : nodes_{{.count = ranks}}, cells_(static_cast<std::size_t>(ranks)) {}
  void fillCells(int node, const Box& box);

  std::vector<Node> nodes_;
  std::vector<Box> cells_;
};

}  // namespace talus
