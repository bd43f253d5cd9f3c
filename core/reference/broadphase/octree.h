#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "broadphase/broad_phase.h"
#include "broadphase/float_boxes.h"

namespace talus {

/// A tree of cells halved along each axis, rebuilt in every step; only cells that contain boxes are stored
/// (Williams and O'Connor, section 2.2).
///
/// A box is in every leaf that it overlaps; a pair is found in the leaf that contains the larger lows. A cell
/// is split while it has more boxes than a leaf should have and splitting separates them. Cost O(n log n +
/// pairs) for evenly spread boxes, at worst O(n · depth + n²) where boxes cannot be separated; memory O(n ·
/// leaves per box).
class Octree : public BroadPhase {
 public:
  explicit Octree(PairFilter wanted) : BroadPhase(std::move(wanted)) {}

 protected:
  void search(const BoxArrays& boxes) override;
  std::size_t methodBytes() const override;

 private:
  struct Cell {
    std::array<float, 3> low;
    std::array<float, 3> high;

    std::array<float, 3> middle() const;
    Cell child(std::size_t octant) const;
  };
  // Children are consecutive nodes; a leaf holds items_[first, first + count) instead.
  struct Node {
    Cell cell;
    std::uint32_t first;
    std::uint32_t count;
    bool leaf;
  };

  void build();
  void grow(std::size_t node, std::size_t begin, int depth);
  bool splitPays(const Cell& cell, std::size_t begin) const;
  void makeLeaf(Node& node, std::size_t begin);
  void searchLeaf(const Node& node, const BoxArrays& boxes, std::vector<BodyPair>& found) const;

  FloatBoxes floats_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> items_;
  std::vector<std::uint32_t> stack_;  // items of the nodes under construction, the current node last
};

}  // namespace talus
