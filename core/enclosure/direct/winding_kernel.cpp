#include "enclosure/direct/winding_kernel.h"

#include <cmath>
#include <numbers>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "enclosure/direct/winding_kernel.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"
#include "base/lane_vector-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

using Tag = hn::ScalableTag<double>;
using Lanes = hn::Vec<Tag>;
using Vectors = Vector<Lanes>;

HWY_INLINE Lanes determinant(const Vectors& a, const Vectors& b, const Vectors& c) {
  return dot(a, cross(b, c));
}

// The running product of complex numbers of about unit magnitude, and the number of full turns of its
// argument.
struct Turning {
  Lanes re, im, turns;
};

HWY_INLINE void multiply(Turning& product, Lanes re, Lanes im) {
  const Tag d;
  const Lanes zero = hn::Zero(d);
  const Lanes one = hn::Set(d, 1.0);
  const Lanes newRe = hn::MulSub(product.re, re, hn::Mul(product.im, im));
  const Lanes newIm = hn::MulAdd(product.re, im, hn::Mul(product.im, re));
  const auto wasNegative = hn::Lt(product.im, zero);
  const auto isNegative = hn::Lt(newIm, zero);
  const auto factorNegative = hn::Lt(im, zero);
  // Two arguments in [0, π] whose sum exceeds π, or two negative arguments whose sum is below −π.
  const auto forward = hn::AndNot(hn::Or(wasNegative, factorNegative), isNegative);
  const auto backward = hn::AndNot(isNegative, hn::And(wasNegative, factorNegative));
  product.turns = hn::Add(product.turns, hn::IfThenElseZero(forward, one));
  product.turns = hn::Sub(product.turns, hn::IfThenElseZero(backward, one));
  product.re = newRe;
  product.im = newIm;
}

HWY_INLINE void rescale(Turning& product) {
  const Tag d;
  const Lanes size = hn::Max(hn::Abs(product.re), hn::Abs(product.im));
  const Lanes factor = hn::Div(hn::Set(d, 1.0), hn::Max(size, hn::Set(d, 1e-300)));
  product.re = hn::Mul(product.re, factor);
  product.im = hn::Mul(product.im, factor);
}

// Partial sums of a batch of lanes.
struct Sum {
  Turning product;
  Lanes uncertain;  // 1 in uncertain lanes
};

HWY_INLINE Sum emptySum() {
  const Tag d;
  return {{hn::Set(d, 1.0), hn::Zero(d), hn::Zero(d)}, hn::Zero(d)};
}

// Adds one spherical triangle of solid angle Ω, with tan(Ω/2) = im / re. `lengths` is the product of the
// three lengths; the errors of im and re are below 1e-14 of it. A lane is uncertain if the sign of im is open
// while re is not positive (the angle may jump by a full turn), or if both are so small that rounding changes
// the argument by more than 1e-7.
HWY_INLINE void add(Sum& sum, Lanes im, Lanes re, Lanes lengths) {
  const Tag d;
  const Lanes height = hn::Abs(im);
  const Lanes angleLimit = hn::Mul(lengths, hn::Set(d, 1e-7));
  const Lanes signLimit = hn::Mul(lengths, hn::Set(d, 2e-14));
  const auto signOpen = hn::And(hn::Le(height, signLimit), hn::Le(re, angleLimit));
  const auto angleOpen = hn::Le(hn::Max(height, hn::Abs(re)), angleLimit);
  sum.uncertain = hn::IfThenElse(hn::Or(signOpen, angleOpen), hn::Set(d, 1.0), sum.uncertain);
  multiply(sum.product, re, im);
}

void store(const Sum& sum, std::size_t count, double* winding, unsigned char* uncertain) {
  const Tag d;
  HWY_ALIGN double re[hn::MaxLanes(d)];
  HWY_ALIGN double im[hn::MaxLanes(d)];
  HWY_ALIGN double turns[hn::MaxLanes(d)];
  HWY_ALIGN double open[hn::MaxLanes(d)];
  hn::Store(sum.product.re, d, re);
  hn::Store(sum.product.im, d, im);
  hn::Store(sum.product.turns, d, turns);
  hn::Store(sum.uncertain, d, open);
  for (std::size_t i = 0; i < count; ++i) {
    // The turns were counted with negative zeros as positive. Adding 0.0 makes them positive, so that the
    // argument is π, not −π.
    winding[i] = turns[i] + std::atan2(im[i] + 0.0, re[i]) / (2 * std::numbers::pi);
    uncertain[i] = open[i] != 0 ? 1 : 0;
  }
}

// Vectors [begin, begin + lanes) of which `count` exist; the last one is repeated.
HWY_INLINE Vectors load(const VectorArrays& v, std::size_t begin, std::size_t count) {
  const Tag d;
  HWY_ALIGN double x[hn::MaxLanes(d)];
  HWY_ALIGN double y[hn::MaxLanes(d)];
  HWY_ALIGN double z[hn::MaxLanes(d)];
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) {
    const std::size_t from = begin + (i < count ? i : count - 1);
    x[i] = v.x[from];
    y[i] = v.y[from];
    z[i] = v.z[from];
  }
  return {hn::Load(d, x), hn::Load(d, y), hn::Load(d, z)};
}

template <std::size_t Corners>
HWY_INLINE Vectors corner(const PanelArrays<Corners>& panels, std::size_t t, std::size_t which,
                          const Vectors& p) {
  const Tag d;
  return {hn::Sub(hn::Set(d, panels.coordinate[3 * which][t]), p.x),
          hn::Sub(hn::Set(d, panels.coordinate[3 * which + 1][t]), p.y),
          hn::Sub(hn::Set(d, panels.coordinate[3 * which + 2][t]), p.z)};
}

// Adds the triangles with corners a, b, c, relative to the point.
HWY_INLINE void addTriangle(Sum& sum, const Vectors& a, const Vectors& b, const Vectors& c) {
  const Lanes la = hn::Sqrt(dot(a, a));
  const Lanes lb = hn::Sqrt(dot(b, b));
  const Lanes lc = hn::Sqrt(dot(c, c));
  const Lanes lengths = hn::Mul(hn::Mul(la, lb), lc);
  const Lanes re =
      hn::Add(lengths, hn::MulAdd(dot(a, b), lc, hn::MulAdd(dot(b, c), la, hn::Mul(dot(c, a), lb))));
  add(sum, determinant(a, b, c), re, lengths);
}

HWY_INLINE void addTriangles(const PanelArrays<3>& triangles, IndexRange range, const Vectors& p, Sum& sum) {
  for (std::size_t t = range.begin; t < range.end; ++t) {
    addTriangle(sum, corner(triangles, t, 0, p), corner(triangles, t, 1, p), corner(triangles, t, 2, p));
    if (t % 4 == 3) rescale(sum.product);
  }
}

void triangleBatch(const PanelArrays<3>& triangles, std::span<const IndexRange> some,
                   const VectorArrays& points, std::size_t begin, std::size_t count, WindingBatch& result) {
  const Vectors p = load(points, begin, count);
  Sum sum = emptySum();
  for (const IndexRange& range : some) {
    rescale(sum.product);
    addTriangles(triangles, range, p, sum);
  }
  store(sum, count, &result.winding[begin], &result.uncertain[begin]);
}

// Corner `which` of the triangles [begin, begin + lanes), of which `count` exist; the missing ones become a
// point near p, which adds nothing.
HWY_INLINE Vectors corners(const PanelArrays<3>& triangles, std::size_t which, std::size_t begin,
                           std::size_t count, const Vectors& p) {
  const Tag d;
  const std::vector<double>* const c = &triangles.coordinate[3 * which];
  if (count >= hn::Lanes(d))
    return {hn::Sub(hn::LoadU(d, &c[0][begin]), p.x), hn::Sub(hn::LoadU(d, &c[1][begin]), p.y),
            hn::Sub(hn::LoadU(d, &c[2][begin]), p.z)};
  HWY_ALIGN double v[3][hn::MaxLanes(d)] = {};
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < hn::Lanes(d); ++i) v[k][i] = i < count ? c[k][begin + i] : 0;
  const auto exists = hn::Lt(hn::Iota(d, 0.0), hn::Set(d, static_cast<double>(count)));
  const auto relative = [&](std::size_t k, Lanes from) {
    return hn::IfThenElse(exists, hn::Sub(hn::Load(d, v[k]), from), hn::Set(d, 1.0));
  };
  return {relative(0, p.x), relative(1, p.y), relative(2, p.z)};
}

void pointWinding(const PanelArrays<3>& triangles, std::span<const IndexRange> some,
                  const std::array<double, 3>& point, PointWinding& result) {
  const Tag d;
  const Vectors p{hn::Set(d, point[0]), hn::Set(d, point[1]), hn::Set(d, point[2])};
  Sum sum = emptySum();
  std::size_t factors = 0;
  for (const IndexRange& range : some)
    for (std::size_t begin = range.begin; begin < range.end; begin += hn::Lanes(d)) {
      const std::size_t count = range.end - begin;
      addTriangle(sum, corners(triangles, 0, begin, count, p), corners(triangles, 1, begin, count, p),
                  corners(triangles, 2, begin, count, p));
      if (++factors % 4 == 0) rescale(sum.product);
    }
  double winding[hn::MaxLanes(d)];
  unsigned char uncertain[hn::MaxLanes(d)];
  store(sum, hn::Lanes(d), winding, uncertain);
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) {
    result.winding += winding[i];
    result.uncertain = result.uncertain || uncertain[i] != 0;
  }
}

void edgeBatch(const PanelArrays<2>& edges, const VectorArrays& points, const VectorArrays& directions,
               std::size_t begin, std::size_t count, WindingBatch& result) {
  const Vectors p = load(points, begin, count);
  const Vectors d = load(directions, begin, count);
  const Vectors c{hn::Neg(d.x), hn::Neg(d.y), hn::Neg(d.z)};
  Sum sum = emptySum();
  for (std::size_t e = 0; e < edges.count(); ++e) {
    const Vectors a = corner(edges, e, 0, p);
    const Vectors b = corner(edges, e, 1, p);
    const Lanes la = hn::Sqrt(dot(a, a));
    const Lanes lb = hn::Sqrt(dot(b, b));
    const Lanes lengths = hn::Mul(la, lb);
    const Lanes re = hn::Add(hn::Add(lengths, dot(a, b)), hn::MulAdd(dot(b, c), la, hn::Mul(dot(c, a), lb)));
    add(sum, determinant(a, b, c), re, lengths);
    if (e % 4 == 3) rescale(sum.product);
  }
  store(sum, count, &result.winding[begin], &result.uncertain[begin]);
}

template <class Batch>
void forEachBatch(IndexRange range, const Batch& batch) {
  const Tag d;
  for (std::size_t begin = range.begin; begin < range.end; begin += hn::Lanes(d))
    batch(begin, HWY_MIN(hn::Lanes(d), range.end - begin));
}

void triangleWinding(const PanelArrays<3>& triangles, std::span<const IndexRange> some,
                     const VectorArrays& points, IndexRange asked, WindingBatch& result) {
  forEachBatch(asked, [&](std::size_t begin, std::size_t count) {
    triangleBatch(triangles, some, points, begin, count, result);
  });
}

void edgeWinding(const PanelArrays<2>& edges, const VectorArrays& points, const VectorArrays& directions,
                 WindingBatch& result) {
  forEachBatch({0, points.count()}, [&](std::size_t begin, std::size_t count) {
    edgeBatch(edges, points, directions, begin, count, result);
  });
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(triangleWinding);
HWY_EXPORT(pointWinding);
HWY_EXPORT(edgeWinding);

namespace {

WindingBatch emptyBatch(std::size_t count) {
  return {std::vector<double>(count), std::vector<unsigned char>(count)};
}

}  // namespace

WindingBatch triangleWinding(const PanelArrays<3>& triangles, const VectorArrays& points) {
  WindingBatch result = emptyBatch(points.count());
  const IndexRange all{0, triangles.count()};
  triangleWinding(triangles, std::span(&all, 1), points, {0, points.count()}, result);
  return result;
}

void triangleWinding(const PanelArrays<3>& triangles, std::span<const IndexRange> some,
                     const VectorArrays& points, IndexRange asked, WindingBatch& result) {
  HWY_DYNAMIC_DISPATCH(triangleWinding)(triangles, some, points, asked, result);
}

PointWinding triangleWinding(const PanelArrays<3>& triangles, std::span<const IndexRange> some,
                             const std::array<double, 3>& point) {
  PointWinding result;
  HWY_DYNAMIC_DISPATCH(pointWinding)(triangles, some, point, result);
  return result;
}

WindingBatch edgeWinding(const PanelArrays<2>& edges, const VectorArrays& points,
                         const VectorArrays& directions) {
  WindingBatch result = emptyBatch(points.count());
  HWY_DYNAMIC_DISPATCH(edgeWinding)(edges, points, directions, result);
  return result;
}

}  // namespace talus
#endif
