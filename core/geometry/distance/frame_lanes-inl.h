// Distances of points from triangles in frames (TriangleFrame), and lower bounds on them. Included once per
// instruction set, by files that Highway compiles for each of them.
#if defined(TALUS_DISTANCE_FRAME_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TALUS_DISTANCE_FRAME_LANES_INL_H_
#undef TALUS_DISTANCE_FRAME_LANES_INL_H_
#else
#define TALUS_DISTANCE_FRAME_LANES_INL_H_
#endif

#include <array>

#include "base/lane_code-inl.h"
#include "base/lane_vector-inl.h"
#include "geometry/distance/distance_tree.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

template <class D, class V = hn::Vec<D>>
HWY_INLINE Vector<V> setAll(D d, const std::array<float, 3>& a) {
  return {hn::Set(d, a[0]), hn::Set(d, a[1]), hn::Set(d, a[2])};
}

template <class V>
HWY_INLINE Vector<V> absolute(const Vector<V>& a) {
  return {hn::Abs(a.x), hn::Abs(a.y), hn::Abs(a.z)};
}

/// A box that is the same in all lanes.
template <class V>
struct SameBox {
  Vector<V> middle, half;
};

/// Distances of a box from the bounds of a node's children: the larger one of box and slab, squared.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V squaredToChildren(D d, const DistanceTree::Node& node, std::size_t at, const SameBox<V>& from) {
  const auto load = [&](const DistanceTree::Row& row) { return hn::Load(d, row.data() + at); };
  const V zero = hn::Zero(d);
  const auto outside = [&](V low, V high, V x, V half) {
    return hn::Max(hn::Max(hn::Sub(low, hn::Add(x, half)), hn::Sub(hn::Sub(x, half), high)), zero);
  };
  const auto alongAxis = [&](std::size_t axis, V x, V half) {
    return outside(load(node.low[axis]), load(node.high[axis]), x, half);
  };
  const Vector<V> out{alongAxis(0, from.middle.x, from.half.x), alongAxis(1, from.middle.y, from.half.y),
                      alongAxis(2, from.middle.z, from.half.z)};
  const Vector<V> normal{load(node.normal[0]), load(node.normal[1]), load(node.normal[2])};
  const V beyond = outside(load(node.slabLow), load(node.slabHigh), dot(normal, from.middle),
                           dot(absolute(normal), from.half));
  return hn::Max(dot(out, out), hn::Mul(beyond, beyond));
}

/// A point in a triangle's frame, and where it lies relative to the edges: `over` is how far it projects
/// beyond an edge's ends, signed; `out` how far it lies on the outer side of an edge's line.
template <class V>
struct InFrame {
  V x, y, height;
  V over, overSecond, overThird;
  V outSecond, outThird;
  V squared, squaredSecond, squaredThird;  ///< in the plane, from the three edges
};

/// @param row gives a row of the triangles' frames.
template <class D, class Row, class V = hn::Vec<D>>
HWY_INLINE InFrame<V> inFrame(D d, const Row& row, const Vector<V>& p) {
  using Frame = TriangleFrame;
  const V zero = hn::Zero(d);
  const auto coordinate = [&](std::size_t first) {
    return hn::MulAdd(row(first), p.x,
                      hn::MulAdd(row(first + 1), p.y, hn::MulAdd(row(first + 2), p.z, row(first + 3))));
  };
  const auto over = [&](V along, V length) { return hn::Sub(along, hn::Min(hn::Max(along, zero), length)); };
  InFrame<V> in;
  in.x = coordinate(Frame::AlongX);
  in.y = coordinate(Frame::AcrossX);
  in.height = coordinate(Frame::NormalX);
  const V length = row(Frame::Length);
  in.over = over(in.x, length);
  in.squared = hn::MulAdd(in.y, in.y, hn::Mul(in.over, in.over));
  const V secondX = row(Frame::SecondX), secondY = row(Frame::SecondY), fromEnd = hn::Sub(in.x, length);
  in.overSecond = over(hn::MulAdd(secondX, fromEnd, hn::Mul(secondY, in.y)), row(Frame::SecondLength));
  in.outSecond = hn::NegMulAdd(secondX, in.y, hn::Mul(secondY, fromEnd));
  in.squaredSecond = hn::MulAdd(in.outSecond, in.outSecond, hn::Mul(in.overSecond, in.overSecond));
  const V thirdX = row(Frame::ThirdX), thirdY = row(Frame::ThirdY);
  in.overThird = over(hn::MulAdd(thirdX, in.x, hn::Mul(thirdY, in.y)), row(Frame::ThirdLength));
  in.outThird = hn::NegMulAdd(thirdY, in.x, hn::Mul(thirdX, in.y));
  in.squaredThird = hn::MulAdd(in.outThird, in.outThird, hn::Mul(in.overThird, in.overThird));
  return in;
}

/// Whether a point projects into the triangle.
template <class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> projectsInside(D d, const InFrame<V>& in) {
  return hn::Le(hn::Max(hn::Max(in.outSecond, in.outThird), hn::Neg(in.y)), hn::Zero(d));
}

/// The squared distance. Rounding may place a point on the inner side of two edges far beyond the sharp
/// corner where they meet; but those corners are the ends of the longest edge, beyond which `over` counts.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V squaredDistance(D d, const InFrame<V>& in) {
  const V edges = hn::Min(in.squared, hn::Min(in.squaredSecond, in.squaredThird));
  const V plane = hn::IfThenElse(projectsInside(d, in), hn::Mul(in.over, in.over), edges);
  return hn::MulAdd(in.height, in.height, plane);
}

/// A lower bound that is linear in the point: the distance of q is at least low + u · (q − p). In exact
/// arithmetic low is the distance of p. @param u a unit vector, or shorter.
template <class V>
struct LinearBound {
  V distance;  ///< of p
  V low;
  Vector<V> u;
};

/// The bound of a plane perpendicular to the line from the nearest point of the triangle to p, behind which
/// the triangle lies. It holds for any direction, so the nearest point need not be accurate.
template <class D, class Row, class V = hn::Vec<D>>
HWY_INLINE LinearBound<V> linearBound(D d, const Row& row, const InFrame<V>& in) {
  using Frame = TriangleFrame;
  const V zero = hn::Zero(d);
  const V secondX = row(Frame::SecondX), secondY = row(Frame::SecondY);
  const V thirdX = row(Frame::ThirdX), thirdY = row(Frame::ThirdY);
  const V firstTwo = hn::Min(in.squared, in.squaredSecond);
  const auto second = hn::Lt(in.squaredSecond, in.squared), third = hn::Lt(in.squaredThird, firstTwo);
  const auto inside = projectsInside(d, in);
  V x = hn::IfThenElse(second, hn::MulAdd(in.overSecond, secondX, hn::Mul(in.outSecond, secondY)), in.over);
  V y = hn::IfThenElse(second, hn::NegMulAdd(in.outSecond, secondX, hn::Mul(in.overSecond, secondY)), in.y);
  x = hn::IfThenElse(third, hn::NegMulAdd(in.outThird, thirdY, hn::Mul(in.overThird, thirdX)), x);
  y = hn::IfThenElse(third, hn::MulAdd(in.outThird, thirdX, hn::Mul(in.overThird, thirdY)), y);
  x = hn::IfThenElse(inside, in.over, x);
  y = hn::IfThenElse(inside, zero, y);
  LinearBound<V> bound;
  bound.distance = hn::Sqrt(squaredDistance(d, in));
  const V perLength = hn::Div(hn::Set(d, 1.0F), hn::Max(bound.distance, hn::Set(d, 1e-18F)));
  x = hn::Mul(x, perLength);
  y = hn::Mul(y, perLength);
  const V z = hn::Mul(in.height, perLength);
  const V length = row(Frame::Length), secondLength = row(Frame::SecondLength);
  const V cornerX = hn::MulAdd(secondLength, secondX, length), cornerY = hn::Mul(secondLength, secondY);
  const V farthest = hn::Max(hn::Max(zero, hn::Mul(x, length)), hn::MulAdd(x, cornerX, hn::Mul(y, cornerY)));
  bound.low = hn::Sub(hn::MulAdd(x, in.x, hn::MulAdd(y, in.y, hn::Mul(z, in.height))), farthest);
  const auto world = [&](std::size_t axis) {
    return hn::MulAdd(x, row(Frame::AlongX + axis),
                      hn::MulAdd(y, row(Frame::AcrossX + axis), hn::Mul(z, row(Frame::NormalX + axis))));
  };
  bound.u = {world(0), world(1), world(2)};
  return bound;
}

/// Distances of a point, in all lanes, from triangles `at` … of a leaf.
template <class D>
HWY_INLINE auto rowsOf(D d, const DistanceTree::Leaf& leaf, std::size_t at) {
  return [d, &leaf, at](std::size_t row) { return hn::Load(d, leaf.row[row].data() + at); };
}

/// The frame of one triangle of a leaf, in all lanes.
template <class D>
HWY_INLINE auto rowsOfOne(D d, const DistanceTree::Leaf& leaf, std::size_t lane) {
  return [d, &leaf, lane](std::size_t row) { return hn::Set(d, leaf.row[row][lane]); };
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#endif
