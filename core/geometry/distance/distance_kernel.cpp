#include "geometry/distance/distance_kernel.h"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "geometry/distance/distance_kernel.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace talus {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t width = DistanceTree::width;
using Tag = hn::CappedTag<float, width>;
using Lanes = hn::Vec<Tag>;
using Mask = hn::Mask<Tag>;

struct Vector {
  Lanes x, y, z;
};

HWY_INLINE Vector load(const DistanceTree::Rows& rows, std::size_t at) {
  const Tag d;
  return {hn::Load(d, rows[0].data() + at), hn::Load(d, rows[1].data() + at),
          hn::Load(d, rows[2].data() + at)};
}

HWY_INLINE Vector operator-(const Vector& a, const Vector& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

HWY_INLINE Lanes dot(const Vector& a, const Vector& b) {
  return hn::MulAdd(a.z, b.z, hn::MulAdd(a.y, b.y, hn::Mul(a.x, b.x)));
}

HWY_INLINE Vector cross(const Vector& a, const Vector& b) {
  return {hn::NegMulAdd(a.z, b.y, hn::Mul(a.y, b.z)), hn::NegMulAdd(a.x, b.z, hn::Mul(a.z, b.x)),
          hn::NegMulAdd(a.y, b.x, hn::Mul(a.x, b.y))};
}

// Squared distance from a point to a segment; `fromStart` is the point relative to the segment's start.
HWY_INLINE Lanes squaredToSegment(const Vector& fromStart, const Vector& edge) {
  const Tag d;
  const Lanes tiny = hn::Set(d, 1e-30F);
  const Lanes along = hn::Div(dot(fromStart, edge), hn::Max(dot(edge, edge), tiny));
  const Lanes t = hn::Min(hn::Max(along, hn::Zero(d)), hn::Set(d, 1.0F));
  const Vector rest{hn::NegMulAdd(t, edge.x, fromStart.x), hn::NegMulAdd(t, edge.y, fromStart.y),
                    hn::NegMulAdd(t, edge.z, fromStart.z)};
  return dot(rest, rest);
}

// Squared distances to the triangles of a leaf: to the plane if the point projects into the triangle,
// otherwise to the nearest edge.
HWY_INLINE Lanes squaredToTriangles(const DistanceTree::Leaf& leaf, std::size_t at, const Vector& p) {
  const Tag d;
  const Vector a = load(leaf.a, at), b = load(leaf.b, at), c = load(leaf.c, at), n = load(leaf.normal, at);
  const Vector ap = p - a, bp = p - b, cp = p - c;
  const Vector ab = b - a, bc = c - b, ca = a - c;
  const Lanes edges =
      hn::Min(squaredToSegment(ap, ab), hn::Min(squaredToSegment(bp, bc), squaredToSegment(cp, ca)));
  const Lanes zero = hn::Zero(d);
  const Mask inside =
      hn::And(hn::And(hn::Gt(dot(n, cross(ab, ap)), zero), hn::Gt(dot(n, cross(bc, bp)), zero)),
              hn::Gt(dot(n, cross(ca, cp)), zero));
  const Lanes height = dot(n, ap);
  return hn::IfThenElse(inside, hn::Mul(height, height), edges);
}

// Squared distances to the bounds of the children: the larger one of box and slab.
HWY_INLINE Lanes squaredToChildren(const DistanceTree::Node& node, std::size_t at, const Vector& p) {
  const Tag d;
  const Vector below = load(node.low, at) - p, above = p - load(node.high, at);
  const Lanes zero = hn::Zero(d);
  const Vector out{hn::Max(hn::Max(below.x, above.x), zero), hn::Max(hn::Max(below.y, above.y), zero),
                   hn::Max(hn::Max(below.z, above.z), zero)};
  const Lanes along = dot(load(node.normal, at), p);
  const Lanes beyond = hn::Max(hn::Sub(hn::Load(d, node.slabLow.data() + at), along),
                               hn::Sub(along, hn::Load(d, node.slabHigh.data() + at)));
  const Lanes outside = hn::Max(beyond, zero);
  return hn::Max(dot(out, out), hn::Mul(outside, outside));
}

struct Waiting {
  float squared;
  Index child;
};

// One search. Each node replaces itself on the stack by at most eight children, so the stack grows by at most
// seven.
class NearSearch {
 public:
  NearSearch(const DistanceTree& tree, const DistanceQuery& query, std::vector<NearCandidate>& candidates)
      : tree_(tree), query_(query), candidates_(candidates) {
    const Tag d;
    p_ = {hn::Set(d, query.point[0]), hn::Set(d, query.point[1]), hn::Set(d, query.point[2])};
    setBound(query.bound);
  }

  float runAmong(const std::vector<DistanceTree::Node>& packs) {
    const Tag d;
    alignas(64) float squared[width];
    for (const DistanceTree::Node& pack : packs) {
      for (std::size_t at = 0; at < width; at += hn::Lanes(d))
        hn::Store(squaredToChildren(pack, at, p_), d, squared + at);
      for (std::size_t i = 0; i < static_cast<std::size_t>(pack.count); ++i)
        if (squared[i] <= reach2_) ask(tree_.leaves[static_cast<std::size_t>(-1 - pack.child[i])]);
    }
    return bound_;
  }

  float run() {
    push({0, 0});
    while (top_ > 0) {
      const Waiting next = stack_[--top_];
      if (next.squared > reach2_) continue;
      if (next.child >= 0)
        open(tree_.nodes[static_cast<std::size_t>(next.child)]);
      else
        ask(tree_.leaves[static_cast<std::size_t>(-1 - next.child)]);
    }
    return bound_;
  }

 private:
  HWY_INLINE void push(const Waiting& waiting) { stack_[top_++] = waiting; }

  HWY_INLINE void setBound(float bound) {
    bound_ = bound;
    reach_ = bound + 2 * query_.margin;
    reach2_ = reach_ * reach_;
  }

  // The nearest child is on top of the stack.
  HWY_INLINE void open(const DistanceTree::Node& node) {
    const Tag d;
    alignas(64) float squared[width];
    for (std::size_t at = 0; at < width; at += hn::Lanes(d))
      hn::Store(squaredToChildren(node, at, p_), d, squared + at);
    const std::size_t begin = top_;
    for (std::size_t i = 0; i < static_cast<std::size_t>(node.count); ++i) {
      if (squared[i] > reach2_) continue;
      std::size_t place = top_++;
      for (; place > begin && stack_[place - 1].squared < squared[i]; --place)
        stack_[place] = stack_[place - 1];
      stack_[place] = {squared[i], node.child[i]};
    }
  }

  HWY_INLINE void ask(const DistanceTree::Leaf& leaf) {
    const Tag d;
    alignas(64) float distance[width];
    for (std::size_t at = 0; at < width; at += hn::Lanes(d))
      hn::Store(hn::Sqrt(squaredToTriangles(leaf, at, p_)), d, distance + at);
    const auto count = static_cast<std::size_t>(leaf.count);
    const float nearest = *std::min_element(distance, distance + count);
    if (nearest < bound_) setBound(nearest);
    for (std::size_t i = 0; i < count; ++i)
      if (distance[i] - leaf.slack[i] <= reach_)
        candidates_.push_back({distance[i] - leaf.slack[i], leaf.triangle[i]});
  }

  static constexpr std::size_t deepest = 128;  // enough for 8¹⁶ leaves

  const DistanceTree& tree_;
  const DistanceQuery& query_;
  std::vector<NearCandidate>& candidates_;
  Vector p_;
  float bound_ = 0, reach_ = 0, reach2_ = 0;
  Waiting stack_[deepest];
  std::size_t top_ = 0;
};

float collectNearAmongHere(const std::vector<DistanceTree::Node>& packs, const DistanceTree& tree,
                           const DistanceQuery& query, std::vector<NearCandidate>& candidates) {
  candidates.clear();
  return NearSearch(tree, query, candidates).runAmong(packs);
}

void appendChild(const DistanceTree::Node& from, std::size_t child, std::vector<DistanceTree::Node>& packs) {
  if (packs.empty() || static_cast<std::size_t>(packs.back().count) == width) packs.emplace_back();
  DistanceTree::Node& to = packs.back();
  const auto place = static_cast<std::size_t>(to.count++);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    to.low[axis][place] = from.low[axis][child];
    to.high[axis][place] = from.high[axis][child];
    to.normal[axis][place] = from.normal[axis][child];
  }
  to.slabLow[place] = from.slabLow[child];
  to.slabHigh[place] = from.slabHigh[child];
  to.child[place] = from.child[child];
}

bool collectLeavesHere(const DistanceTree& tree, const DistanceQuery& query, float radius,
                       std::size_t maximum, std::vector<DistanceTree::Node>& packs) {
  const Tag d;
  const Vector p{hn::Set(d, query.point[0]), hn::Set(d, query.point[1]), hn::Set(d, query.point[2])};
  const float reach = query.bound + 2 * radius + 2 * query.margin;
  alignas(64) float squared[width];
  packs.clear();
  Index stack[128];
  std::size_t top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const DistanceTree::Node& node = tree.nodes[static_cast<std::size_t>(stack[--top])];
    for (std::size_t at = 0; at < width; at += hn::Lanes(d))
      hn::Store(squaredToChildren(node, at, p), d, squared + at);
    for (std::size_t i = 0; i < static_cast<std::size_t>(node.count); ++i) {
      if (squared[i] > reach * reach) continue;
      if (node.child[i] >= 0)
        stack[top++] = node.child[i];
      else
        appendChild(node, i, packs);
    }
    if (packs.size() > maximum) return false;
  }
  return true;
}

float collectNearHere(const DistanceTree& tree, const DistanceQuery& query,
                      std::vector<NearCandidate>& candidates) {
  candidates.clear();
  return NearSearch(tree, query, candidates).run();
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace talus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {

HWY_EXPORT(collectNearHere);
HWY_EXPORT(collectNearAmongHere);
HWY_EXPORT(collectLeavesHere);

bool collectLeaves(const DistanceTree& tree, const DistanceQuery& query, float radius, std::size_t maximum,
                   std::vector<DistanceTree::Node>& packs) {
  return HWY_DYNAMIC_DISPATCH(collectLeavesHere)(tree, query, radius, maximum, packs);
}

float collectNearAmong(const std::vector<DistanceTree::Node>& packs, const DistanceTree& tree,
                       const DistanceQuery& query, std::vector<NearCandidate>& candidates) {
  return HWY_DYNAMIC_DISPATCH(collectNearAmongHere)(packs, tree, query, candidates);
}

float collectNear(const DistanceTree& tree, const DistanceQuery& query,
                  std::vector<NearCandidate>& candidates) {
  return HWY_DYNAMIC_DISPATCH(collectNearHere)(tree, query, candidates);
}

}  // namespace talus
#endif
