#include "dynamics/body/rotation_kernel.h"

#include <algorithm>

#include "dynamics/body/free_rotation.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dynamics/body/rotation_kernel.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"

#ifndef TALUS_ROTATION_KERNEL
#define TALUS_ROTATION_KERNEL
namespace talus {

/// Some bodies as plain arrays: vectors of three, quaternions w x y z of four numbers.
struct RotationBlock {
  static constexpr std::size_t capacity = 8;
  const double* axes;
  const double* moments;
  const double* momentum;
  double* orientation;
  double* largest;  ///< out: the maximum half angle about an axis, rad
};

}  // namespace talus
#endif

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

using Tag = hn::CappedTag<double, RotationBlock::capacity>;
using Lanes = hn::Vec<Tag>;

struct Quat {
  Lanes w, x, y, z;
};

HWY_INLINE Quat product(const Quat& a, const Quat& b) {
  using hn::MulAdd, hn::NegMulAdd, hn::Mul;
  return {NegMulAdd(a.z, b.z, NegMulAdd(a.y, b.y, NegMulAdd(a.x, b.x, Mul(a.w, b.w)))),
          NegMulAdd(a.z, b.y, MulAdd(a.y, b.z, MulAdd(a.x, b.w, Mul(a.w, b.x)))),
          MulAdd(a.z, b.x, MulAdd(a.y, b.w, NegMulAdd(a.x, b.z, Mul(a.w, b.y)))),
          MulAdd(a.z, b.w, NegMulAdd(a.y, b.x, MulAdd(a.x, b.y, Mul(a.w, b.z))))};
}

HWY_INLINE Quat conjugate(const Quat& q) {
  return {q.w, hn::Neg(q.x), hn::Neg(q.y), hn::Neg(q.z)};
}

HWY_INLINE Lanes polynomial(Lanes x, const double (&factors)[6]) {
  const Tag d;
  Lanes sum = hn::Set(d, factors[5]);
  for (int k = 4; k >= 0; --k) sum = hn::MulAdd(sum, x, hn::Set(d, factors[k]));
  return sum;
}

/// Taylor series, exact to rounding below 0.4 rad.
HWY_INLINE void sineCosine(Lanes angle, Lanes& s, Lanes& c) {
  static constexpr double sine[6] = {-1.0 / 6,     1.0 / 120,       -1.0 / 5040,
                                     1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800.0};
  static constexpr double cosine[6] = {-0.5,        1.0 / 24,       -1.0 / 720,
                                       1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600};
  const Tag d;
  const Lanes x = hn::Mul(angle, angle);
  s = hn::MulAdd(hn::Mul(angle, x), polynomial(x, sine), angle);
  c = hn::MulAdd(x, polynomial(x, cosine), hn::Set(d, 1.0));
}

/// As FreeTop in free_rotation.cpp.
struct Tops {
  Quat q;
  Lanes momentum[3], moments[3];
  Lanes largest;

  template <int K>
  HWY_INLINE void turn(double dt) {
    constexpr int i = (K + 1) % 3, j = (K + 2) % 3;
    const Tag d;
    const Lanes half = hn::Div(hn::Mul(hn::Set(d, 0.5 * dt), momentum[K]), moments[K]);
    largest = hn::Max(largest, hn::Abs(half));
    Lanes s, c;
    sineCosine(half, s, c);
    const Lanes zero = hn::Zero(d);
    q = product(q, {c, K == 0 ? s : zero, K == 1 ? s : zero, K == 2 ? s : zero});
    const Lanes sine = hn::Mul(hn::Add(s, s), c), cosine = hn::NegMulAdd(hn::Add(s, s), s, hn::Set(d, 1.0));
    const Lanes a = momentum[i], b = momentum[j];
    momentum[i] = hn::MulAdd(sine, b, hn::Mul(cosine, a));
    momentum[j] = hn::NegMulAdd(sine, a, hn::Mul(cosine, b));
  }
};

HWY_INLINE void rotateLanes(const RotationBlock& block, std::size_t at, double dt) {
  const Tag d;
  Quat axes, orientation;
  hn::LoadInterleaved4(d, block.axes + 4 * at, axes.w, axes.x, axes.y, axes.z);
  hn::LoadInterleaved4(d, block.orientation + 4 * at, orientation.w, orientation.x, orientation.y,
                       orientation.z);
  Tops tops;
  tops.largest = hn::Zero(d);
  tops.q = product(orientation, axes);
  hn::LoadInterleaved3(d, block.moments + 3 * at, tops.moments[0], tops.moments[1], tops.moments[2]);
  Quat l;
  l.w = hn::Zero(d);
  hn::LoadInterleaved3(d, block.momentum + 3 * at, l.x, l.y, l.z);
  l = product(product(conjugate(tops.q), l), tops.q);
  tops.momentum[0] = l.x;
  tops.momentum[1] = l.y;
  tops.momentum[2] = l.z;
  tops.turn<2>(dt / 2);
  tops.turn<1>(dt / 2);
  tops.turn<0>(dt);
  tops.turn<1>(dt / 2);
  tops.turn<2>(dt / 2);
  const Quat q = product(tops.q, conjugate(axes));
  const Lanes square = hn::MulAdd(q.w, q.w, hn::MulAdd(q.x, q.x, hn::MulAdd(q.y, q.y, hn::Mul(q.z, q.z))));
  const Lanes scale = hn::Div(hn::Set(d, 1.0), hn::Sqrt(square));
  hn::StoreInterleaved4(hn::Mul(q.w, scale), hn::Mul(q.x, scale), hn::Mul(q.y, scale), hn::Mul(q.z, scale), d,
                        block.orientation + 4 * at);
  hn::StoreU(tops.largest, d, block.largest + at);
}

void rotateBlock(const RotationBlock& block, double dt) {
  for (std::size_t at = 0; at < RotationBlock::capacity; at += hn::Lanes(Tag())) rotateLanes(block, at, dt);
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {

namespace {

HWY_EXPORT(rotateBlock);

constexpr std::size_t capacity = RotationBlock::capacity;
static_assert(sizeof(Quaternion) == 4 * sizeof(double) && sizeof(Vec3) == 3 * sizeof(double));

/// Eight bodies; copies of the last one fill unused places.
struct Gathered {
  Quaternion axes[capacity], orientation[capacity];
  Vec3 moments[capacity], momentum[capacity];
  double largest[capacity];

  Gathered(const BodyInertia& inertia, const BodyState& state, std::size_t begin, std::size_t end) {
    for (std::size_t k = 0; k < capacity; ++k) {
      const std::size_t i = std::min(begin + k, end - 1);
      axes[k] = inertia.axes(i);
      moments[k] = inertia.moments(i);
      orientation[k] = state.orientation[i];
      momentum[k] = state.angularMomentum[i];
    }
  }
};

}  // namespace

void rotateFreely(const BodyInertia& inertia, BodyState& state, std::size_t begin, std::size_t end,
                  double dt) {
  constexpr double largest = 0.4;
  for (; begin < end; begin += capacity) {
    Gathered bodies(inertia, state, begin, end);
    const RotationBlock block{&bodies.axes[0].w, bodies.moments[0].data(), bodies.momentum[0].data(),
                              &bodies.orientation[0].w, bodies.largest};
    HWY_DYNAMIC_DISPATCH(rotateBlock)(block, dt);
    for (std::size_t k = 0; k < capacity && begin + k < end; ++k) {
      const std::size_t i = begin + k;
      if (inertia.isWall(i)) continue;
      state.orientation[i] = bodies.largest[k] < largest ? bodies.orientation[k]
                                                         : rotateFreely(inertia, i, state.orientation[i],
                                                                        state.angularMomentum[i], dt);
    }
  }
}

}  // namespace talus
#endif  // HWY_ONCE
