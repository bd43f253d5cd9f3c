#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/types.h"

namespace talus {

/// A binary bounding volume hierarchy over axis-aligned boxes (median split along the longest axis of the
/// centres).
///
/// Build O(n log n); a query visits the leaves whose boxes pass a test. If a box passes the test, every
/// enclosing box must pass it, too. Immutable after construction, so any number of threads may query. The
/// result of a query does not depend on the thread count; its visiting order is fixed.
class BoxTree {
 public:
  BoxTree() = default;
  explicit BoxTree(std::span<const Box> boxes);

  bool empty() const { return nodes_.empty(); }
  /// Box of all items; empty for an empty tree.
  Box bounds() const { return nodes_.empty() ? Box() : nodes_.front().box; }

  /// Visits every item whose box passes `test(box)`; `visit(item)` returns false to stop.
  /// @return false if stopped.
  template <class Test, class Visit>
  bool query(const Test& test, const Visit& visit) const;

  /// Visits every item whose box contains p (closed). @return false if stopped.
  template <class Visit>
  bool queryPoint(const Vec3& p, const Visit& visit) const {
    return query([&p](const Box& box) { return box.contains(p); }, visit);
  }
  /// Visits every item whose box intersects `target` (closed). @return false if stopped.
  template <class Visit>
  bool queryBox(const Box& target, const Visit& visit) const {
    return query([&target](const Box& box) { return box.intersects(target); }, visit);
  }
  /// Branch and bound: visits items in nearer boxes first and skips boxes for which `distance(box)` exceeds
  /// `limit()`. `visit(item)` may lower the limit.
  /// @param distance lower bound for a box; must not be less than for an enclosing box.
  template <class Distance, class Limit, class Visit>
  void queryNearest(const Distance& distance, const Limit& limit, const Visit& visit) const;
  /// Branch and bound over the pairs of an item of this tree and one of another: visits pairs in nearer boxes
  /// first and skips boxes whose squared distance exceeds `limit()`. `visit(item, other item)` may lower it.
  template <class Limit, class Visit>
  void queryPairs(const BoxTree& other, const Limit& limit, const Visit& visit) const;

 private:
  static constexpr std::size_t leafSize = 4;

  // The left child follows its parent directly; `right` is the other one. Leaves hold items_[first, first +
  // count).
  struct Node {
    Box box;
    Index right = 0;
    Index first = 0;
    Index count = 0;
  };

  struct Centre;
  struct WaitingPair {
    Index a, b;
    double squared;  // distance
  };

  // The squared distance of two boxes; 0 if and only if they share a point.
  static double squaredDistance(const Box& a, const Box& b) {
    return (a.min() - b.max()).cwiseMax(b.min() - a.max()).cwiseMax(0.0).squaredNorm();
  }
  // The two pairs with the halves of the larger box, or of the one that has halves.
  std::array<WaitingPair, 2> halves(const BoxTree& other, const WaitingPair& pair) const;
  template <class Limit, class Visit>
  void visitLeaves(const BoxTree& other, const WaitingPair& pair, const Limit& limit,
                   const Visit& visit) const;

  void build(std::span<const Box> boxes, std::span<Centre> centres, std::size_t begin, std::size_t end);

  std::vector<Node> nodes_;
  std::vector<Index> items_;
  std::vector<Box> itemBoxes_;  // in the order of items_
};

template <class Test, class Visit>
bool BoxTree::query(const Test& test, const Visit& visit) const {
  if (nodes_.empty()) return true;
  constexpr std::size_t maximumDepth = 64;  // the depth for 2^31 items is far smaller
  Index stack[maximumDepth];
  std::size_t top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const Index at = stack[--top];
    const Node& node = nodes_[static_cast<std::size_t>(at)];
    if (!test(node.box)) continue;
    if (node.count == 0) {
      stack[top++] = node.right;
      stack[top++] = at + 1;
      continue;
    }
    for (Index i = node.first; i < node.first + node.count; ++i) {
      const auto n = static_cast<std::size_t>(i);
      if (test(itemBoxes_[n]) && !visit(items_[n])) return false;
    }
  }
  return true;
}

template <class Distance, class Limit, class Visit>
void BoxTree::queryNearest(const Distance& distance, const Limit& limit, const Visit& visit) const {
  if (nodes_.empty()) return;
  struct Waiting {
    Index node;
    double distance;
  };
  constexpr std::size_t maximumDepth = 64;
  Waiting stack[maximumDepth];
  std::size_t top = 0;
  const auto push = [&](const Waiting& waiting) { stack[top++] = waiting; };
  push({0, distance(nodes_.front().box)});
  while (top > 0) {
    const Waiting next = stack[--top];
    if (next.distance > limit()) continue;
    const Node& node = nodes_[static_cast<std::size_t>(next.node)];
    if (node.count == 0) {
      const Waiting left{next.node + 1, distance(nodes_[static_cast<std::size_t>(next.node) + 1].box)};
      const Waiting right{node.right, distance(nodes_[static_cast<std::size_t>(node.right)].box)};
      const bool leftFirst = left.distance <= right.distance;
      push(leftFirst ? right : left);
      push(leftFirst ? left : right);
      continue;
    }
    for (Index i = node.first; i < node.first + node.count; ++i) {
      const auto n = static_cast<std::size_t>(i);
      if (distance(itemBoxes_[n]) <= limit()) visit(items_[n]);
    }
  }
}

template <class Limit, class Visit>
void BoxTree::queryPairs(const BoxTree& other, const Limit& limit, const Visit& visit) const {
  if (nodes_.empty() || other.nodes_.empty()) return;
  constexpr std::size_t maximumDepth = 128;  // each tree is far less than 64 deep
  WaitingPair stack[maximumDepth];
  std::size_t top = 0;
  stack[top++] = {0, 0, squaredDistance(bounds(), other.bounds())};
  while (top > 0) {
    const WaitingPair next = stack[--top];
    if (next.squared > limit()) continue;
    if (nodes_[static_cast<std::size_t>(next.a)].count > 0 &&
        other.nodes_[static_cast<std::size_t>(next.b)].count > 0) {
      visitLeaves(other, next, limit, visit);
      continue;
    }
    const std::array<WaitingPair, 2> parts = halves(other, next);
    const std::size_t nearer = parts[0].squared <= parts[1].squared ? 0 : 1;
    stack[top++] = parts[1 - nearer];
    stack[top++] = parts[nearer];
  }
}

template <class Limit, class Visit>
void BoxTree::visitLeaves(const BoxTree& other, const WaitingPair& pair, const Limit& limit,
                          const Visit& visit) const {
  const Node& a = nodes_[static_cast<std::size_t>(pair.a)];
  const Node& b = other.nodes_[static_cast<std::size_t>(pair.b)];
  for (Index i = a.first; i < a.first + a.count; ++i) {
    const auto n = static_cast<std::size_t>(i);
    if (squaredDistance(itemBoxes_[n], b.box) > limit()) continue;
    for (Index j = b.first; j < b.first + b.count; ++j) {
      const auto m = static_cast<std::size_t>(j);
      if (squaredDistance(itemBoxes_[n], other.itemBoxes_[m]) <= limit()) visit(items_[n], other.items_[m]);
    }
  }
}

}  // namespace talus
