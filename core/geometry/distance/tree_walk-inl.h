// Visits the leaves of a DistanceTree near a box, near ones first. Included once per instruction set, by
// files that Highway compiles for each of them.
#if defined(TALUS_DISTANCE_TREE_WALK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TALUS_DISTANCE_TREE_WALK_INL_H_
#undef TALUS_DISTANCE_TREE_WALK_INL_H_
#else
#define TALUS_DISTANCE_TREE_WALK_INL_H_
#endif

#include "base/lane_code-inl.h"
#include "geometry/distance/distance_tree.h"
#include "geometry/distance/frame_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

using LeafTag = hn::CappedTag<float, DistanceTree::width>;

/// Each node replaces itself on the stack by at most eight children, so the stack grows by at most seven.
class TreeWalk {
 public:
  TreeWalk(const DistanceTree& tree, const std::array<float, 3>& middle, const std::array<float, 3>& halfSize)
      : tree_(tree), box_{setAll(LeafTag(), middle), setAll(LeafTag(), halfSize)} {}

  const SameBox<hn::Vec<LeafTag>>& box() const { return box_; }

  /// @param reach farther leaves are not visited; `visit` may lower it. @param visit(leaf number) returns
  /// whether to go on.
  template <class Visit>
  HWY_INLINE bool operator()(const float& reach, const Visit& visit) {
    top_ = 0;
    stack_[top_++] = {0, 0};
    while (top_ > 0) {
      const Waiting next = stack_[--top_];
      if (next.squared > reach * reach) continue;
      if (next.child >= 0)
        open(tree_.nodes[static_cast<std::size_t>(next.child)], reach * reach);
      else if (!visit(-1 - next.child))
        return false;
    }
    return true;
  }

 private:
  struct Waiting {
    float squared;
    Index child;
  };

  // The nearest child is on top of the stack.
  HWY_INLINE void open(const DistanceTree::Node& node, float reach2) {
    const LeafTag d;
    alignas(64) float squared[DistanceTree::width];
    for (std::size_t at = 0; at < DistanceTree::width; at += hn::Lanes(d))
      hn::Store(squaredToChildren(d, node, at, box_), d, squared + at);
    const std::size_t begin = top_;
    for (std::size_t i = 0; i < static_cast<std::size_t>(node.count); ++i) {
      if (squared[i] > reach2) continue;
      std::size_t place = top_++;
      for (; place > begin && stack_[place - 1].squared < squared[i]; --place)
        stack_[place] = stack_[place - 1];
      stack_[place] = {squared[i], node.child[i]};
    }
  }

  static constexpr std::size_t maximumDepth = 128;  // enough for 8¹⁶ leaves

  const DistanceTree& tree_;
  SameBox<hn::Vec<LeafTag>> box_;
  Waiting stack_[maximumDepth];
  std::size_t top_ = 0;
};

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#endif
